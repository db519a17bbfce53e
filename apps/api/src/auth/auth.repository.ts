import { Inject, Injectable } from '@nestjs/common';
import type { Sql } from 'postgres';
import { SQL } from '../config/tokens.ts';
import type { Auth } from './auth.ts';
import { hashOf, newToken } from './credential.ts';

interface PrincipalRow {
  principal: string;
  name: string;
  workspaces: string[] | null;
  expires_at: Date | null;
}

/** SQL of keys and sessions. */
@Injectable()
export class AuthRepository {
  private readonly sql: Sql;
  constructor(@Inject(SQL) sql: Sql) {
    this.sql = sql;
  }

  /** Null when there is no such key, or it was revoked. */
  async byKey(key: string): Promise<Auth | null> {
    const rows = await this.sql<PrincipalRow[]>`
      with used as (
        update runseal.api_key set last_used_at = now()
        where key_hash = ${hashOf(key)} and (last_used_at is null or last_used_at < now() - interval '1 minute'))
      select p.principal, p.name, to_json(p.workspaces) as workspaces, null as expires_at
      from runseal.api_key k join runseal.principal p using (principal)
      where k.key_hash = ${hashOf(key)} and k.revoked_at is null`;
    return authOf(rows[0], 'key');
  }

  /** Null when there is no such session, it expired, or its key was revoked. */
  async bySession(token: string): Promise<Auth | null> {
    const rows = await this.sql<PrincipalRow[]>`
      select p.principal, p.name, to_json(p.workspaces) as workspaces, s.expires_at
      from runseal.session s
      join runseal.api_key k using (key_hash)
      join runseal.principal p using (principal)
      where s.token_hash = ${hashOf(token)} and s.expires_at > now() and k.revoked_at is null`;
    return authOf(rows[0], 'session');
  }

  /** Opens a session for a key that was just checked. */
  async open(key: string, lifeMs: number): Promise<{ token: string; expiresAt: Date }> {
    const token = newToken();
    await this.sql`delete from runseal.session where expires_at < now()`;
    // By the clock that ends it.
    const [row] = await this.sql<{ expires_at: Date }[]>`
      insert into runseal.session (token_hash, key_hash, expires_at)
      values (${hashOf(token)}, ${hashOf(key)}, now() + make_interval(secs => ${lifeMs / 1000})) returning expires_at`;
    return { token, expiresAt: row!.expires_at };
  }

  async close(token: string): Promise<void> {
    await this.sql`delete from runseal.session where token_hash = ${hashOf(token)}`;
  }
}

function authOf(row: PrincipalRow | undefined, via: Auth['via']): Auth | null {
  if (row === undefined) return null;
  return { principal: row.principal, name: row.name, workspaces: row.workspaces, via, expiresAt: row.expires_at };
}
