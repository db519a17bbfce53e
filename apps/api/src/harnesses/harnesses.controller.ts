import { Controller } from '@nestjs/common';
import { Route } from '../route/route.decorator.ts';
import { HarnessList } from '../wire/run.ts';
import { ToolList } from '../wire/tool.ts';
import { HarnessesService } from './harnesses.service.ts';

@Controller('api/v1')
export class HarnessesController {
  private readonly harnesses: HarnessesService;
  constructor(harnesses: HarnessesService) {
    this.harnesses = harnesses;
  }

  @Route({
    method: 'GET',
    path: 'harnesses',
    does: 'What can drive a run, and whether it is ready',
    answers: { 200: HarnessList },
  })
  listHarnesses() {
    return this.harnesses.list();
  }

  @Route({ method: 'GET', path: 'tools', does: 'Actions a goal may grant', answers: { 200: ToolList } })
  listTools() {
    return this.harnesses.tools();
  }
}
