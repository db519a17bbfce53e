import { Controller, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import {
  BundleParam,
  ConsistencyQuery,
  ConsistencyView,
  LedgerPage,
  LedgerQuery,
  LedgerView,
  TileParam,
  UnsealedPage,
  type BundleName,
  type LedgerRange,
  type Sizes,
  type TileName,
} from '../wire/ledger.ts';
import { LedgerService } from './ledger.service.ts';
import { TilesService } from './tiles.service.ts';

@Controller('api/v1/ledger')
export class LedgerController {
  private readonly ledger: LedgerService;
  private readonly tiles: TilesService;
  constructor(ledger: LedgerService, tiles: TilesService) {
    this.ledger = ledger;
    this.tiles = tiles;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'The ledger: its head, its witnesses, what waits',
    answers: { 200: LedgerView },
  })
  showLedger() {
    return this.ledger.show();
  }

  @Route({
    method: 'GET',
    path: 'entries',
    does: 'Entries of the ledger in order, those of your workspaces',
    answers: { 200: LedgerPage },
  })
  listLedgerEntries(@Caller() auth: Auth, @Query({ schema: LedgerQuery }) range: LedgerRange) {
    return this.ledger.entries(auth, range);
  }

  @Route({
    method: 'GET',
    path: 'unsealed',
    does: 'Runs that were opened and of which there is no seal, or that are gone',
    answers: { 200: UnsealedPage },
  })
  listUnsealedRuns(@Caller() auth: Auth, @Query({ schema: LedgerQuery }) range: LedgerRange) {
    return this.ledger.unsealed(auth, range);
  }

  @Route({
    method: 'GET',
    path: 'consistency',
    does: 'Proof that the ledger of `to` entries only appended to the one of `from`',
    answers: { 200: ConsistencyView },
    problems: ['ledger_size_unknown'],
  })
  proveConsistency(@Query({ schema: ConsistencyQuery }) sizes: Sizes) {
    return this.ledger.consistency(sizes);
  }

  @Route({
    method: 'GET',
    path: 'checkpoint',
    does: 'The newest signed head with its cosignatures (C2SP tlog-checkpoint); holds hashes only',
    access: 'public',
    answers: { 200: { media: 'text/plain', says: 'A signed note: origin, size, root, signatures.' } },
    problems: ['ledger_empty', 'store_unavailable'],
  })
  readCheckpoint(@Res({ passthrough: true }) reply: FastifyReply) {
    return this.tiles.checkpoint(reply);
  }

  @Route({
    method: 'GET',
    path: 'tile/entries/*',
    does: 'Bundle of entries (C2SP tlog-tiles); for principals who may see every workspace',
    answers: { 200: { media: 'application/octet-stream', says: '16-bit length, entry; one after the other.' } },
    problems: ['workspace_denied', 'tile_unknown'],
  })
  readEntryBundle(
    @Caller() auth: Auth,
    @Param({ schema: BundleParam }) { '*': path }: BundleName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.tiles.bundle(auth, path, reply);
  }

  @Route({
    method: 'GET',
    path: 'tile/:level/*',
    does: 'Tile of hashes (C2SP tlog-tiles)',
    access: 'public',
    answers: { 200: { media: 'application/octet-stream', says: '1 to 256 hashes of 32 bytes.' } },
    problems: ['tile_unknown', 'store_unavailable'],
  })
  readTile(
    @Param({ schema: TileParam }) { level, '*': path }: TileName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.tiles.tile(`tile/${level}/${path}`, reply);
  }
}
