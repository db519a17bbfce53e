import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AuthGuard } from '../auth/auth.guard.ts';
import { AuthRepository } from '../auth/auth.repository.ts';
import { Authenticator } from '../auth/authenticator.ts';
import { CONFIG, LOGGER, REMOTES, ROUTES, SQL } from '../config/tokens.ts';
import { ProblemFilter } from '../problem/problem.filter.ts';
import { validation } from '../problem/validation.ts';
import { routesOf } from '../route/methods-at.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { OperatorDocumentController } from './operator-document.controller.ts';
import { OperatorController } from './operator.controller.ts';
import { OperatorService } from './operator.service.ts';

const CONTROLLERS = [OperatorDocumentController, OperatorController];

/** The operator's application: behind the same guard as the API, and with none of its routes. */
export function operatorModule({ config, log, sql, remotes }: Runtime): DynamicModule {
  return {
    module: OperatorModule,
    controllers: CONTROLLERS,
    providers: [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: log },
      { provide: SQL, useValue: sql },
      { provide: REMOTES, useValue: remotes },
      AuthRepository,
      Authenticator,
      OperatorService,
      { provide: ROUTES, useFactory: () => routesOf(CONTROLLERS) },
      { provide: APP_GUARD, useClass: AuthGuard },
      { provide: APP_PIPE, useValue: validation },
      { provide: APP_FILTER, useClass: ProblemFilter },
    ],
  };
}

@Module({})
export class OperatorModule {}
