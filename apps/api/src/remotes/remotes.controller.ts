import { Controller, Inject, Query } from '@nestjs/common';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { requireAdmin } from '../auth/require-admin.ts';
import { REMOTES, SQL } from '../config/tokens.ts';
import { Route } from '../route/route.decorator.ts';
import { RemoteHarnessPage, RemotesQuery, type RemotesFilter } from '../wire/operator.ts';
import { listRemotes } from './list-remotes.ts';
import type { RemoteHarnesses } from './remote-harnesses.ts';
import { RemotesRepository } from './remotes.repository.ts';

/** The registry to be read. It is changed at the operator's listener alone. */
@Controller('api/v1/harnesses/remote')
export class RemotesController {
  private readonly repository: RemotesRepository;
  private readonly remotes: RemoteHarnesses;
  constructor(@Inject(SQL) sql: Sql, @Inject(REMOTES) remotes: RemoteHarnesses) {
    this.repository = new RemotesRepository(sql);
    this.remotes = remotes;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Remote harnesses that sessions may name: those given at start-up, then registered ones by name',
    answers: { 200: RemoteHarnessPage },
    problems: ['admin_required'],
  })
  listRemoteHarnesses(@Caller() auth: Auth, @Query({ schema: RemotesQuery }) filter: RemotesFilter) {
    requireAdmin(auth, 'sees where harnesses are');
    return listRemotes(this.remotes.given, this.repository, filter);
  }
}
