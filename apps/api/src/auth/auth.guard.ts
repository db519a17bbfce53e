import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { PUBLIC } from '../route/route.decorator.ts';
import type { Authenticated } from './auth.decorator.ts';
import { Authenticator } from './authenticator.ts';

/** Stands before every route. A route is open only when its own decorator says so. */
@Injectable()
export class AuthGuard implements CanActivate {
  private readonly reflector: Reflector;
  private readonly authenticator: Authenticator;
  constructor(reflector: Reflector, authenticator: Authenticator) {
    this.reflector = reflector;
    this.authenticator = authenticator;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.get<boolean | undefined>(PUBLIC, context.getHandler()) === true) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & Authenticated>();
    request.auth = await this.authenticator.of(request);
    return true;
  }
}
