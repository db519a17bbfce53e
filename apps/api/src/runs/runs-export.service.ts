import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { listFile } from '../exports/list-file.ts';
import type { RunsExport } from '../wire/query.ts';
import type { Cursor } from './cursor.ts';
import { RUN_COLUMNS } from './run-csv.ts';
import { summaryOf } from './run-row.ts';
import { RunsRepository } from './runs.repository.ts';

const PAGE = 500;

/** A list as a file: exactly the runs that its filter shows, streamed page by page. */
@Injectable()
export class RunsExportService {
  private readonly repository: RunsRepository;
  constructor(repository: RunsRepository) {
    this.repository = repository;
  }

  export(auth: Auth, { format, ...filter }: RunsExport, reply: FastifyReply): StreamableFile {
    const page = async (after: Cursor | null) => {
      const rows = await this.repository.list(auth, { ...filter, limit: PAGE }, after);
      const shown = rows.slice(0, PAGE);
      const last = shown.at(-1);
      const next = rows.length > PAGE && last !== undefined ? { createdAt: last.created_at, run: last.run } : null;
      return { items: shown.map(summaryOf), next };
    };
    return listFile({ name: 'runs', format, columns: RUN_COLUMNS }, page, reply);
  }
}
