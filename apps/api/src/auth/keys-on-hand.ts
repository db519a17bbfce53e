import type { Sql } from 'postgres';
import { hashOf, looksLikeKey, prefixOf } from './credential.ts';

/** What may be shown of an API key: never enough to use it. */
export interface KeyOnHand {
  /** First ten characters. */
  readonly prefix: string;
  readonly principal: string;
  /** Null: all of them. */
  readonly workspaces: readonly string[] | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Every key there is or was, the oldest first. */
export async function keysOnHand(sql: Sql): Promise<readonly KeyOnHand[]> {
  return sql<KeyOnHand[]>`
    select k.prefix, k.principal, to_json(p.workspaces) as workspaces, k.created_at as "createdAt",
      k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
    from runseal.api_key k join runseal.principal p using (principal)
    order by k.created_at, k.prefix`;
}

/**
 * Revokes the key that begins so (ten characters, or all of it), for good: nothing opens with it any more, and what is open ends
 * with it. A key that was revoked before keeps its first moment. Throws TypeError where none or more than one begins so.
 */
export async function revokeKey(sql: Sql, start: string): Promise<KeyOnHand> {
  return sql.begin(async (tx) => {
    const one = looksLikeKey(start) ? tx`key_hash = ${hashOf(start)}` : tx`prefix = ${start}`;
    const found = await tx<{ prefix: string }[]>`select prefix from runseal.api_key where ${one} for update`;
    if (found.length !== 1) throw new TypeError(whyNot(start, found.length));
    await tx`update runseal.api_key set revoked_at = coalesce(revoked_at, now()) where ${one}`;
    const [key] = await tx<KeyOnHand[]>`
      select k.prefix, k.principal, to_json(p.workspaces) as workspaces, k.created_at as "createdAt",
        k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
      from runseal.api_key k join runseal.principal p using (principal) where ${one}`;
    return key!;
  });
}

const whyNot = (start: string, found: number): string =>
  found === 0
    ? `key: no key begins with "${prefixOf(start)}"; give its first ten characters, as list-keys shows them`
    : `key: ${found} keys begin with "${start}"; give the whole key`;
