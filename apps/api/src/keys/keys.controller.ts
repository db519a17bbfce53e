import { Body, Controller, Param } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { KeyMarkRequest, KeyParam, type KeyName } from '../wire/key.ts';
import { KeyList, KeyView } from '../wire/run.ts';
import { KeyMarksService } from './key-marks.service.ts';
import { KeysService } from './keys.service.ts';

@Controller('api/v1/keys')
export class KeysController {
  private readonly keys: KeysService;
  private readonly marks: KeyMarksService;
  constructor(keys: KeysService, marks: KeyMarksService) {
    this.keys = keys;
    this.marks = marks;
  }

  @Route({ method: 'GET', path: '', does: 'Public keys this installation seals with', answers: { 200: KeyList } })
  listKeys() {
    return this.keys.list();
  }

  @Route({
    method: 'POST',
    path: ':key/mark',
    does: 'Say for ever, in the ledger, that a key is retired or compromised; this cannot be undone. Said before: no change, the first reason stands',
    body: KeyMarkRequest,
    answers: { 200: KeyView },
    problems: ['admin_required', 'key_unknown', 'since_invalid'],
  })
  markKey(
    @Caller() auth: Auth,
    @Param({ schema: KeyParam }) { key }: KeyName,
    @Body({ schema: KeyMarkRequest }) asked: KeyMarkRequest,
  ) {
    return this.marks.mark(auth, key, asked);
  }
}
