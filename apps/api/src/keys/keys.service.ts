import { Inject, Injectable } from '@nestjs/common';
import { formatVkey, noteKey, NOTE_ED25519 } from '@runseal/spine/ledger';
import type { Sql } from 'postgres';
import { keyHistory } from './key-history.ts';
import { SQL } from '../config/tokens.ts';

interface KeyRow {
  key_id: string;
  public_key: Buffer;
  origin: string;
  valid_from: Date;
}

@Injectable()
export class KeysService {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  async list() {
    const rows = await this.sql<
      KeyRow[]
    >`select key_id, public_key, origin, valid_from from runseal.signing_key order by valid_from, key_id`;
    const history = await keyHistory(this.sql);
    return {
      items: rows.map((row) => ({
        keyId: row.key_id,
        publicKeyHex: row.public_key.toString('hex'),
        origin: row.origin,
        vkey: formatVkey(noteKey(row.origin, NOTE_ED25519, new Uint8Array(row.public_key))),
        validFrom: row.valid_from.toISOString(),
        retiredAt: history.get(row.key_id)?.retiredAt?.toISOString() ?? null,
        compromisedAt: history.get(row.key_id)?.compromisedAt?.toISOString() ?? null,
      })),
    };
  }
}
