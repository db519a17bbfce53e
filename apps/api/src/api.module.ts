import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ApprovalsController } from './approvals/approvals.controller.ts';
import { ApprovalsRepository } from './approvals/approvals.repository.ts';
import { ApprovalsService } from './approvals/approvals.service.ts';
import { AuthGuard } from './auth/auth.guard.ts';
import { AuthRepository } from './auth/auth.repository.ts';
import { Authenticator } from './auth/authenticator.ts';
import {
  CONFIG,
  INSTALLATION,
  LEDGER,
  LOGGER,
  POLICY,
  REGISTRY,
  REMOTES,
  ROUTES,
  PROBES,
  SANDBOX,
  SQL,
  STORE,
  TIME_AUTHORITY,
  TOOLS,
} from './config/tokens.ts';
import { GoalsRepository } from './goals/goals.repository.ts';
import { HaltOrdersController } from './halts/halt-orders.controller.ts';
import { HaltOrdersRepository } from './halts/halt-orders.repository.ts';
import { HaltOrdersService } from './halts/halt-orders.service.ts';
import { PoolsController } from './pools/pools.controller.ts';
import { PoolsRepository } from './pools/pools.repository.ts';
import { PoolsService } from './pools/pools.service.ts';
import { ProblemFilter } from './problem/problem.filter.ts';
import { validation } from './problem/validation.ts';
import { routesOf } from './route/methods-at.ts';
import { HaltsRepository } from './runs/halts.repository.ts';
import { RunsRepository } from './runs/runs.repository.ts';
import type { Runtime } from './runtime/runtime.ts';
import { SessionController } from './auth/session.controller.ts';
import { SessionService } from './auth/session.service.ts';
import { ComparisonController } from './comparison/comparison.controller.ts';
import { ComparisonService } from './comparison/comparison.service.ts';
import { ErasureController } from './erasure/erasure.controller.ts';
import { ErasureRepository } from './erasure/erasure.repository.ts';
import { ErasureService } from './erasure/erasure.service.ts';
import { SubjectsController } from './erasure/subjects.controller.ts';
import { EvidenceController } from './evidence/evidence.controller.ts';
import { EvidenceService } from './evidence/evidence.service.ts';
import { Turns } from './evidence/turns.ts';
import { CallsController } from './events/calls.controller.ts';
import { CallsService } from './events/calls.service.ts';
import { ExportsController } from './exports/exports.controller.ts';
import { ExportsService } from './exports/exports.service.ts';
import { SseStreams } from './events/sse-streams.ts';
import { EventStreamService } from './events/event-stream.service.ts';
import { EventsController } from './events/events.controller.ts';
import { EventsService } from './events/events.service.ts';
import { GoalsController } from './goals/goals.controller.ts';
import { GoalGate } from './goals/goal-gate.ts';
import { GoalsService } from './goals/goals.service.ts';
import { PlanService } from './goals/plan.service.ts';
import { HarnessesController } from './harnesses/harnesses.controller.ts';
import { HarnessesService } from './harnesses/harnesses.service.ts';
import { HealthController } from './health/health.controller.ts';
import { HealthService } from './health/health.service.ts';
import { KeyMarksService } from './keys/key-marks.service.ts';
import { KeysController } from './keys/keys.controller.ts';
import { KeysService } from './keys/keys.service.ts';
import { LedgerController } from './ledger/ledger.controller.ts';
import { LedgerService } from './ledger/ledger.service.ts';
import { ReceiptsController } from './ledger/receipts.controller.ts';
import { ReceiptsService } from './ledger/receipts.service.ts';
import { TilesService } from './ledger/tiles.service.ts';
import { OpenApiController } from './openapi/openapi.controller.ts';
import { OpenApiService } from './openapi/openapi.service.ts';
import { RecordsController } from './records/records.controller.ts';
import { RecordsService } from './records/records.service.ts';
import { SlicesService } from './records/slices.service.ts';
import { VerificationService } from './records/verification.service.ts';
import { RemotesController } from './remotes/remotes.controller.ts';
import { RetentionController } from './retention/retention.controller.ts';
import { RetentionService } from './retention/retention.service.ts';
import { TimeController } from './time/time.controller.ts';
import { TimeService } from './time/time.service.ts';
import { RunEndingService } from './runs/run-ending.service.ts';
import { RunsController } from './runs/runs.controller.ts';
import { RunsExportService } from './runs/runs-export.service.ts';
import { RunsService } from './runs/runs.service.ts';
import { SumsController } from './runs/sums.controller.ts';
import { SumsRepository } from './runs/sums.repository.ts';
import { SumsService } from './runs/sums.service.ts';
import { ForkService } from './sessions/fork.service.ts';
import { ReplayService } from './sessions/replay.service.ts';
import { SessionLifeService } from './sessions/session-life.service.ts';
import { SessionsController } from './sessions/sessions.controller.ts';
import { SessionsRepository } from './sessions/sessions.repository.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { TurnsRepository } from './sessions/turns.repository.ts';
import { DeltaWatchers } from './sessions/delta-watchers.ts';
import { TurnStreamService } from './sessions/turn-stream.service.ts';
import { TurnsController } from './sessions/turns.controller.ts';
import { TurnsService } from './sessions/turns.service.ts';
import { WorkspaceGrantsController } from './workspaces/workspace-grants.controller.ts';
import { WorkspaceGrantsRepository } from './workspaces/workspace-grants.repository.ts';
import { WorkspaceGrantsService } from './workspaces/workspace-grants.service.ts';

export const CONTROLLERS = [
  HealthController,
  SessionController,
  GoalsController,
  RunsController,
  SessionsController,
  TurnsController,
  SumsController,
  ApprovalsController,
  ExportsController,
  HaltOrdersController,
  PoolsController,
  WorkspaceGrantsController,
  EventsController,
  CallsController,
  RecordsController,
  ErasureController,
  SubjectsController,
  RetentionController,
  EvidenceController,
  ReceiptsController,
  TimeController,
  LedgerController,
  ComparisonController,
  HarnessesController,
  RemotesController,
  KeysController,
  OpenApiController,
];

const SERVICES: Provider[] = [
  AuthRepository,
  Authenticator,
  GoalsRepository,
  RunsRepository,
  HaltsRepository,
  ApprovalsRepository,
  ApprovalsService,
  ExportsService,
  HaltOrdersRepository,
  HaltOrdersService,
  PoolsRepository,
  PoolsService,
  WorkspaceGrantsRepository,
  WorkspaceGrantsService,
  SessionService,
  GoalGate,
  GoalsService,
  PlanService,
  RunsService,
  SessionsRepository,
  TurnsRepository,
  SessionsService,
  TurnsService,
  DeltaWatchers,
  TurnStreamService,
  SessionLifeService,
  ForkService,
  ReplayService,
  RunsExportService,
  SumsRepository,
  SumsService,
  RunEndingService,
  EventsService,
  CallsService,
  SseStreams,
  EventStreamService,
  RecordsService,
  SlicesService,
  ErasureRepository,
  ErasureService,
  RetentionService,
  Turns,
  EvidenceService,
  VerificationService,
  ReceiptsService,
  TimeService,
  LedgerService,
  TilesService,
  ComparisonService,
  HarnessesService,
  KeysService,
  KeyMarksService,
  HealthService,
  OpenApiService,
];

/** The house of the API: guard, validation and problems stand before every route. */
const GLOBAL: Provider[] = [
  { provide: ROUTES, useFactory: () => routesOf(CONTROLLERS) },
  { provide: APP_GUARD, useClass: AuthGuard },
  { provide: APP_PIPE, useValue: validation },
  { provide: APP_FILTER, useClass: ProblemFilter },
];

/** The application over an open runtime. */
export function apiModule(runtime: Runtime): DynamicModule {
  const {
    config,
    log,
    sql,
    store,
    installation,
    ledger,
    policy,
    timeAuthority,
    registry,
    tools,
    remotes,
    sandbox,
    probes,
  } = runtime;
  const means: Provider[] = [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: log },
    { provide: SQL, useValue: sql },
    { provide: STORE, useValue: store },
    { provide: INSTALLATION, useValue: installation },
    { provide: LEDGER, useValue: ledger },
    { provide: POLICY, useValue: policy },
    { provide: TIME_AUTHORITY, useValue: timeAuthority },
    { provide: REGISTRY, useValue: registry },
    { provide: TOOLS, useValue: tools },
    { provide: REMOTES, useValue: remotes },
    { provide: SANDBOX, useValue: sandbox },
    { provide: PROBES, useValue: probes },
  ];
  return { module: ApiModule, controllers: CONTROLLERS, providers: [...means, ...SERVICES, ...GLOBAL] };
}

@Module({})
export class ApiModule {}
