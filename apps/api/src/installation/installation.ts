import { randomUUID } from 'node:crypto';
import type { Signer } from '@runseal/spine';
import type { Sql } from 'postgres';

/** Which installation this is, and the key it seals with. */
export interface Installation {
  readonly id: string;
  /** Goes into every checkpoint: `runseal/<id>`. */
  readonly origin: string;
  readonly signer: Signer;
}

/** The id of this database's installation; the first process to ask makes it. */
export async function installationId(sql: Sql): Promise<string> {
  await sql`insert into runseal.installation (id) values (${randomUUID()}) on conflict do nothing`;
  const [row] = await sql<{ id: string }[]>`select id from runseal.installation`;
  return row!.id;
}

export const originOf = (id: string): string => `runseal/${id}`;

/**
 * Makes the public key known to everybody who asks this installation for its keys, and to its ledger.
 *
 * @returns whether it is new beside keys that were there: rotated on purpose, or the data directory is not the one it was.
 */
export async function publishKey(sql: Sql, { signer, origin }: Installation): Promise<boolean> {
  const [added] = await sql<{ others: boolean }[]>`
    insert into runseal.signing_key (key_id, public_key, origin)
    values (${signer.keyId}, ${Buffer.from(signer.publicKey)}, ${origin}) on conflict do nothing
    returning exists (select from runseal.signing_key) as others`;
  await sql`select spine.announce_key(${signer.keyId})`;
  return added?.others === true;
}
