import { randomBytes } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { ServerError } from './errors.ts';

/** Passwords of the cluster's three roles and the port it last listened on. Never leaves the 0600 file and the URLs. */
export interface Access {
  readonly superuser: string;
  readonly owner: string;
  readonly service: string;
  readonly port: number | null;
}

export const ROLES = { superuser: 'runseal_admin', owner: 'runseal_owner', service: 'runseal_service' } as const;
export const DATABASE = 'runseal';

export function newAccess(): Access {
  return { superuser: password(), owner: password(), service: password(), port: null };
}

/**
 * @throws ServerError `runseal.postgres_data_dir` when the file is missing, unreadable, open to others, or not ours.
 */
export async function readAccess(path: string): Promise<Access> {
  const { mode } = await stat(path).catch((cause: unknown) => {
    throw new ServerError(
      'runseal.postgres_data_dir',
      `The password file ${path} cannot be read. Restore it from your backup, or start as the user who created it.`,
      { cause },
    );
  });
  if ((mode & 0o077) !== 0) {
    throw new ServerError(
      'runseal.postgres_data_dir',
      `The password file ${path} can be read by other users. Run chmod 600 on it and consider the passwords known.`,
    );
  }
  const parsed = parse(await readFile(path, 'utf8'));
  if (parsed === null)
    throw new ServerError(
      'runseal.postgres_data_dir',
      `The password file ${path} is damaged. Restore it from your backup.`,
    );
  return parsed;
}

/** Replaces the file whole, so that a crash or a full disk leaves the old one. */
export async function writeAccess(path: string, access: Access): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(access)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

export function urlOf(role: keyof typeof ROLES, access: Access, port: number): string {
  return `postgres://${ROLES[role]}:${access[role]}@127.0.0.1:${port}/${DATABASE}`;
}

/** 192 bits; base64url needs no escaping in a URL. */
function password(): string {
  return randomBytes(24).toString('base64url');
}

function parse(text: string): Access | null {
  try {
    const { superuser, owner, service, port } = JSON.parse(text) as Record<string, unknown>;
    if (typeof superuser !== 'string' || typeof owner !== 'string' || typeof service !== 'string') return null;
    return { superuser, owner, service, port: typeof port === 'number' ? port : null };
  } catch {
    return null;
  }
}
