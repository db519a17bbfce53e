import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { bytesOf } from './rows.ts';

/**
 * SHA-256 (32 bytes) of those of these contents that still exist, by commitment (hex), as the database has them: two are
 * the same bytes when these are. No content leaves the database. A few hundred commitments at a time.
 */
export async function readContentDigests(
  sql: Sql,
  run: string,
  commitments: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const named = `{${commitments.map((hex) => `"\\\\x${hex}"`).join(',')}}`;
  const rows = await mapped(sql<{ commitment: string; digest: Buffer }[]>`
    select encode(commitment, 'hex') as commitment, sha256(bytes) as digest from spine.content
    where run = ${run} and commitment = any(${named}::text::bytea[]) and salt is not null and bytes is not null`);
  return new Map(rows.map(({ commitment, digest }) => [commitment, bytesOf(digest)]));
}
