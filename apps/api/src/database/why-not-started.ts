import { codeOf } from '../problem/code-of.ts';
import { isStoreAway } from './store-away.ts';

/** Why a program cannot work with its database, for the person who started it. */
export interface WhyNot {
  /** Stable. */
  readonly code: string;
  /** What is wrong and what to do; names no password. */
  readonly sentence: string;
}

const SERVICE_ROLE =
  'As a superuser of that server: create role runseal_service nologin; grant runseal_service to the_login_of_DATABASE_URL;';

/** What the server said, by its SQLSTATE. */
const REFUSALS: Readonly<Record<string, WhyNot>> = {
  '28P01': refused('the database refuses the password'),
  '28000': refused('the database does not let this login in; its pg_hba.conf or its roles say so'),
  '3D000': { code: 'database_missing', sentence: 'the server has no such database. Create it, owned by the login.' },
};

/** Null for what has nothing to do with the database. */
export function whyNotStarted(error: unknown): WhyNot | null {
  const causes = causesOf(error);
  for (const { code, message } of causes) {
    const known = REFUSALS[code];
    if (known !== undefined) return { ...known, sentence: `${known.sentence} (${message})` };
    if (code === '42501' && /(create|set) role|set parameter "role"/.test(message))
      return { code: 'service_role_missing', sentence: `${message}. ${SERVICE_ROLE}` };
  }
  if (!isStoreAway(error)) return null;
  const last = causes.at(-1);
  const said = last === undefined ? '' : ` (${[last.code, last.message].filter((text) => text !== '').join(': ')})`;
  return {
    code: 'store_unavailable',
    sentence: `the database cannot be reached${said}. Check DATABASE_URL, that Postgres runs, and what stands between.`,
  };
}

function refused(what: string): WhyNot {
  return {
    code: 'database_refused',
    sentence: `${what}. Check user and password of DATABASE_URL; special characters in them are percent-encoded.`,
  };
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): readonly { code: string; message: string }[] {
  const found: { code: string; message: string }[] = [];
  for (let at: unknown = error; at instanceof Object && found.length < 8; at = (at as { cause?: unknown }).cause) {
    const { message } = at as { message?: unknown };
    found.push({ code: codeOf(at), message: typeof message === 'string' ? message : '' });
  }
  return found;
}
