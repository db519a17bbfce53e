import { Inject, Injectable } from '@nestjs/common';
import { connect } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { requireAdmin } from '../auth/require-admin.ts';
import type { Config } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import type { KeyMarkRequest } from '../wire/key.ts';
import type { KeyView } from '../wire/run.ts';
import { checkSince, decideKey, unknownKey, type KeyDecision } from './decide-key.ts';
import { KeysService } from './keys.service.ts';

type View = z.output<typeof KeyView>;

/**
 * Marking keys at the word of an administrator. The role the service works as may not: each decision is a connection as the
 * owner of the database, for that one statement.
 */
@Injectable()
export class KeyMarksService {
  private readonly keys: KeysService;
  private readonly databaseUrl: string;
  constructor(keys: KeysService, @Inject(CONFIG) config: Config) {
    this.keys = keys;
    this.databaseUrl = config.databaseUrl;
  }

  /** Throws ProblemError 403 `admin_required`, 404 `key_unknown`, 422 `since_invalid` (`checkSince`). */
  async mark(auth: Auth, keyId: string, asked: KeyMarkRequest): Promise<View> {
    requireAdmin(auth, 'marks keys');
    const since = new Date(asked.since ?? Date.now());
    const key = await this.known(keyId);
    checkSince(asked.as, since, new Date(key.validFrom));
    if (!saidBefore(key, asked.as, since))
      await this.decide({ keyId, as: asked.as, since, by: auth.principal, reason: asked.reason });
    return this.known(keyId);
  }

  private async known(keyId: string): Promise<View> {
    const key = (await this.keys.list()).items.find((each) => each.keyId === keyId);
    if (key === undefined) throw unknownKey(keyId);
    return key;
  }

  private async decide(decision: KeyDecision): Promise<void> {
    const owner = connect(this.databaseUrl, { name: 'runseal-mark-key', max: 1 });
    try {
      await decideKey(owner, decision);
    } finally {
      await owner.end();
    }
  }
}

/** A mark only ever moves back in time: the earliest moment counts. */
function saidBefore(key: View, as: KeyMarkRequest['as'], since: Date): boolean {
  const marked = as === 'compromised' ? key.compromisedAt : key.retiredAt;
  return marked !== null && new Date(marked) <= since;
}
