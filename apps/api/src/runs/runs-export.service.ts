import { Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { Auth } from '../auth/auth.ts';
import type { RunsExport } from '../wire/query.ts';
import type { Cursor } from './cursor.ts';
import { CSV_HEADER, csvLine } from './run-csv.ts';
import { summaryOf, type Summary } from './run-row.ts';
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
    const runs = this.all(auth, filter);
    const [lines, type] =
      format === 'csv' ? [csvOf(runs), 'text/csv; charset=utf-8'] : [jsonlOf(runs), 'application/jsonl'];
    void reply.header('content-disposition', `attachment; filename="runs.${format}"`);
    return new StreamableFile(Readable.from(lines, { objectMode: false }), { type });
  }

  private async *all(auth: Auth, filter: Omit<RunsExport, 'format'>): AsyncIterable<readonly Summary[]> {
    let after: Cursor | null = null;
    do {
      const rows = await this.repository.list(auth, { ...filter, limit: PAGE }, after);
      const page = rows.slice(0, PAGE);
      yield page.map(summaryOf);
      const last = page.at(-1);
      after = rows.length > PAGE && last !== undefined ? { createdAt: last.created_at, run: last.run } : null;
    } while (after !== null);
  }
}

async function* csvOf(pages: AsyncIterable<readonly Summary[]>): AsyncIterable<string> {
  yield CSV_HEADER;
  for await (const page of pages) if (page.length > 0) yield page.map(csvLine).join('');
}

async function* jsonlOf(pages: AsyncIterable<readonly Summary[]>): AsyncIterable<string> {
  for await (const page of pages) if (page.length > 0) yield page.map((run) => `${JSON.stringify(run)}\n`).join('');
}
