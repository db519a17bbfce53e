import { Body, Controller } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { PoolList, PoolRequest, PoolView } from '../wire/pool.ts';
import { PoolsService } from './pools.service.ts';

@Controller('api/v1/pools')
export class PoolsController {
  private readonly pools: PoolsService;
  constructor(pools: PoolsService) {
    this.pools = pools;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Budgets that runs share, and what is left of them',
    answers: { 200: PoolList },
  })
  listPools(@Caller() auth: Auth) {
    return this.pools.list(auth);
  }

  @Route({
    method: 'POST',
    path: '',
    does: 'Make a shared budget, or give it new limits; what was used stays used',
    body: PoolRequest,
    answers: { 200: PoolView },
    problems: ['workspace_denied'],
  })
  putPool(@Caller() auth: Auth, @Body({ schema: PoolRequest }) pool: PoolRequest) {
    return this.pools.put(auth, pool);
  }
}
