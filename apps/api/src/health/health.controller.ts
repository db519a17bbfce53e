import { Controller } from '@nestjs/common';
import { Route } from '../route/route.decorator.ts';
import { Health, Ready } from '../wire/health.ts';
import { HealthService } from './health.service.ts';

@Controller()
export class HealthController {
  private readonly health: HealthService;
  constructor(health: HealthService) {
    this.health = health;
  }

  @Route({ method: 'GET', path: 'health', does: 'The process is alive', access: 'public', answers: { 200: Health } })
  showHealth() {
    return this.health.alive();
  }

  @Route({
    method: 'GET',
    path: 'ready',
    does: 'The process can serve: its store answers',
    access: 'public',
    answers: { 200: Ready },
    problems: ['store_unavailable', 'stopping'],
  })
  showReady() {
    return this.health.ready();
  }
}
