import { Body, Controller, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import {
  HaltOrderList,
  HaltOrderPlaced,
  HaltOrderQuery,
  HaltOrderRequest,
  HaltOrderView,
  type HaltOrderScope,
} from '../wire/halt.ts';
import { HaltOrdersService } from './halt-orders.service.ts';

@Controller('api/v1/halt')
export class HaltOrdersController {
  private readonly orders: HaltOrdersService;
  constructor(orders: HaltOrdersService) {
    this.orders = orders;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Halts that stand, then those that were lifted',
    answers: { 200: HaltOrderList },
  })
  listHalts(@Caller() auth: Auth) {
    return this.orders.list(auth);
  }

  @Route({
    method: 'POST',
    path: '',
    does: 'Halt everything, or a workspace: runs are stopped and new goals refused until it is lifted',
    body: HaltOrderRequest,
    answers: { 200: HaltOrderPlaced },
    problems: ['workspace_denied'],
  })
  placeHalt(@Caller() auth: Auth, @Body({ schema: HaltOrderRequest }) order: HaltOrderRequest) {
    return this.orders.place(auth, order);
  }

  @Route({
    method: 'DELETE',
    path: '',
    does: 'Lift a halt; runs that were stopped stay stopped',
    answers: { 200: HaltOrderView },
    problems: ['workspace_denied', 'halt_unknown'],
  })
  liftHalt(@Caller() auth: Auth, @Query({ schema: HaltOrderQuery }) { scope }: HaltOrderScope) {
    return this.orders.lift(auth, scope);
  }
}
