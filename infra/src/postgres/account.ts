import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ServerError } from './errors.ts';

const run = promisify(execFile);

/** The operating-system account the server runs as. `null` ids: the caller's own. */
export interface Account {
  readonly uid: number | null;
  readonly gid: number | null;
}

const OWN_ACCOUNT = 'runseal';

/**
 * Postgres refuses to run as root. An ordinary user runs it as itself; root runs it as whoever owns the cluster that is
 * there, else as the system's `postgres`, else as a `runseal` system account, which is created when missing.
 *
 * @throws ServerError `runseal.postgres_account` when root finds no account and cannot create one.
 */
export async function serverAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { uid: null, gid: null };
  const owner = await stat(clusterDir).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = (await lookUp('postgres')) ?? (await lookUp(OWN_ACCOUNT));
  return known ?? createAccount();
}

async function createAccount(): Promise<Account> {
  const creators: readonly (readonly [string, readonly string[]])[] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/bin/false',
        OWN_ACCOUNT,
      ],
    ],
    ['adduser', ['--system', '--group', '--no-create-home', '--shell', '/bin/false', OWN_ACCOUNT]],
    ['adduser', ['-S', '-D', '-H', OWN_ACCOUNT]],
  ];
  let cause: unknown;
  for (const [program, args] of creators) {
    try {
      await run(program, [...args], { env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` } });
      const created = await lookUp(OWN_ACCOUNT);
      if (created !== null) return created;
    } catch (error) {
      cause = error;
    }
  }
  throw new ServerError(
    'runseal.postgres_account',
    'Postgres refuses to run as root, and no other account could be found or created. Create a system account named "runseal" (useradd --system runseal), start as an ordinary user, or set DATABASE_URL.',
    { cause },
  );
}

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** Spawn options that make a child run as the account, with nothing of the caller's environment but the path. */
export function runAs(account: Account): { cwd: string; env: Record<string, string>; uid?: number; gid?: number } {
  return {
    // The caller's folder may be one the account cannot enter.
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account.uid === null || account.gid === null ? {} : { uid: account.uid, gid: account.gid }),
  };
}
