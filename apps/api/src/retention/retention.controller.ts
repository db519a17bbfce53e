import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import {
  HoldList,
  HoldView,
  PruneRequest,
  PruneView,
  ReasonRequest,
  RetentionList,
  RetentionPreview,
  RetentionPreviewQuery,
  RetentionRequest,
  type PruneAsked,
  type ReasonGiven,
  type RetentionAsked,
  type RetentionPreviewAsked,
} from '../wire/retention.ts';
import { RetentionService } from './retention.service.ts';

const DECIDING = ['run_unknown', 'admin_required', 'run_held'] as const;

@Controller('api/v1')
export class RetentionController {
  private readonly retention: RetentionService;
  constructor(retention: RetentionService) {
    this.retention = retention;
  }

  @Route({
    method: 'GET',
    path: 'runs/:run/hold',
    does: 'Legal holds on the run, standing and lifted',
    answers: { 200: HoldList },
    problems: ['run_unknown'],
  })
  listHolds(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.retention.holds(auth, run);
  }

  @Route({
    method: 'POST',
    path: 'runs/:run/hold',
    does: 'Place a legal hold: nothing of the run is erased or removed while it stands',
    body: ReasonRequest,
    answers: { 200: HoldView },
    problems: [...DECIDING, 'run_pruned'],
  })
  placeHold(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Body({ schema: ReasonRequest }) { reason }: ReasonGiven,
  ) {
    return this.retention.placeHold(auth, run, reason);
  }

  @Route({
    method: 'POST',
    path: 'runs/:run/hold/lift',
    does: 'Lift the legal hold',
    body: ReasonRequest,
    answers: { 200: HoldView },
    problems: ['run_unknown', 'admin_required', 'run_not_held'],
  })
  liftHold(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Body({ schema: ReasonRequest }) { reason }: ReasonGiven,
  ) {
    return this.retention.liftHold(auth, run, reason);
  }

  @Route({
    method: 'GET',
    path: 'runs/:run/prune',
    does: 'Who asked to remove the run, and who agreed',
    answers: { 200: PruneView },
    problems: ['run_unknown', 'prune_not_requested'],
  })
  showPrune(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.retention.prune(auth, run);
  }

  @Route({
    method: 'POST',
    path: 'runs/:run/prune',
    does: 'Ask to remove the events and content of a sealed run for ever; somebody else has to confirm',
    body: PruneRequest,
    answers: { 200: PruneView },
    problems: [...DECIDING, 'not_sealed'],
  })
  requestPrune(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Body({ schema: PruneRequest }) asked: PruneAsked,
  ) {
    return this.retention.requestPrune(auth, run, asked);
  }

  @Route({
    method: 'POST',
    path: 'runs/:run/prune/confirm',
    does: 'Confirm what somebody else asked for: the run is removed now, its seal stays in the ledger',
    answers: { 200: PruneView },
    problems: [...DECIDING, 'two_people_needed', ['prune_not_requested', 409]],
  })
  confirmPrune(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.retention.confirmPrune(auth, run);
  }

  @Route({
    method: 'GET',
    path: 'retention',
    does: 'How long each workspace keeps the content of its sealed runs',
    answers: { 200: RetentionList },
  })
  listRetentions(@Caller() auth: Auth) {
    return this.retention.retentions(auth);
  }

  @Route({
    method: 'GET',
    path: 'retention/preview',
    does: 'What a policy of so many days would erase, when, and what a hold keeps; nothing is set or erased',
    answers: { 200: RetentionPreview },
    problems: ['cursor_invalid', 'workspace_denied', 'retention_not_set', 'search_too_long'],
  })
  previewRetention(@Caller() auth: Auth, @Query({ schema: RetentionPreviewQuery }) asked: RetentionPreviewAsked) {
    return this.retention.preview(auth, asked);
  }

  @Route({
    method: 'POST',
    path: 'retention',
    does: 'Set how long a workspace keeps the content of its sealed runs; held runs are passed over',
    body: RetentionRequest,
    answers: { 200: RetentionList },
    problems: ['admin_required'],
  })
  setRetention(@Caller() auth: Auth, @Body({ schema: RetentionRequest }) asked: RetentionAsked) {
    return this.retention.setRetention(auth, asked);
  }
}
