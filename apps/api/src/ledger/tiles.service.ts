import { Inject, Injectable } from '@nestjs/common';
import type { Ledger } from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { LEDGER } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';

/** A tile never changes: whoever has it need not ask again. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The ledger as other people's tools read it (c2sp.org/tlog-tiles). */
@Injectable()
export class TilesService {
  private readonly ledger: Ledger;
  constructor(@Inject(LEDGER) ledger: Ledger) {
    this.ledger = ledger;
  }

  async checkpoint(reply: FastifyReply): Promise<string> {
    const head = await this.ledger.head();
    if (head === null)
      throw new ProblemError(
        404,
        'ledger_empty',
        'Nothing is in the ledger yet. Its first entry comes with the first run.',
      );
    void reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-cache');
    return head.note;
  }

  async tile(path: string, reply: FastifyReply): Promise<Buffer> {
    const bytes = await this.ledger.tile(path);
    if (bytes === null)
      throw new ProblemError(
        404,
        'tile_unknown',
        'There is no such tile. Tiles are tile/L/N or tile/L/N.p/W, within the newest checkpoint.',
      );
    void reply
      .header('content-type', 'application/octet-stream')
      .header('cache-control', path.startsWith('tile/entries/') ? FOR_EVER.replace('public', 'private') : FOR_EVER);
    return Buffer.from(bytes);
  }

  /** Entries name runs of every workspace. */
  bundle({ workspaces }: Auth, path: string, reply: FastifyReply): Promise<Buffer> {
    if (workspaces !== null)
      throw new ProblemError(
        403,
        'workspace_denied',
        'Bundles hold entries of every workspace. Read yours at /api/v1/ledger/entries.',
      );
    return this.tile(`tile/entries/${path}`, reply);
  }
}
