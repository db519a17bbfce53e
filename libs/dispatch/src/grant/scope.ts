/** The bounds of one granted action, and whether a call keeps to them. */
import type { Trust } from '@runseal/spine';
import { isHostName } from '../egress/host-list.ts';
import type { Tool } from '../tool.ts';
import { namesOf, shown } from '../tools/workspace/paths.ts';
import { breach, unknownKeyword } from './argument-schema.ts';
import type { ArgumentSchema } from './argument-schema.ts';
import { covers, globOf } from './path-globs.ts';

/** Every bound that is given must hold. */
export interface ActionScope {
  /** Globs; each path a call touches must be in one of them. */
  readonly paths?: readonly string[] | undefined;
  /** Host names; each host a call reaches must be one of them, or below one that starts with a dot. */
  readonly hosts?: readonly string[] | undefined;
  readonly arguments?: ArgumentSchema | undefined;
  /** How far the program is trusted; says how strong its containment must be. */
  readonly trust?: Trust | undefined;
}

/** What is wrong with the bounds themselves; null when they can be kept. */
export function scopeFault({ paths, hosts, arguments: schema, trust }: ActionScope): string | null {
  const badPath = paths?.find((path) => globOf(path) === null);
  if (badPath !== undefined) return `The glob ${JSON.stringify(badPath)} does not stay in the workspace.`;
  const badHost = hosts?.find((host) => !/^\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host));
  if (badHost !== undefined) return `${JSON.stringify(badHost)} is not a host name in lower case.`;
  if (trust !== undefined && !['trusted', 'semi_trusted', 'untrusted'].includes(trust))
    return `Trust is trusted, semi_trusted or untrusted.`;
  const odd = schema === undefined ? null : unknownKeyword(schema);
  return odd === null ? null : `The schema of the arguments uses ${odd}, which is not understood here.`;
}

/** Which bound cannot be kept because the action does not say what it touches; null when all can. */
export function unsupported(scope: ActionScope, tool: Pick<Tool, 'touches' | 'touchable'>): 'paths' | 'hosts' | null {
  const can = tool.touches === undefined ? [] : (tool.touchable ?? []);
  if (scope.paths !== undefined && !can.includes('paths')) return 'paths';
  return scope.hosts !== undefined && !can.includes('hosts') ? 'hosts' : null;
}

/** Why the call is out of bounds; null when it is within all of them. What cannot be told is out of bounds. */
export async function outOfScope(scopes: readonly ActionScope[], tool: Tool, args: unknown): Promise<string | null> {
  const bounded = scopes.some(({ paths, hosts }) => paths !== undefined || hosts !== undefined);
  const touched = bounded ? await touchedBy(tool, args) : {};
  for (const { paths, hosts, arguments: schema } of scopes) {
    const found =
      pathsFault(paths, touched.paths) ??
      hostsFault(hosts, touched.hosts) ??
      (schema === undefined ? null : breach(schema, args));
    if (found !== null) return found;
  }
  return null;
}

type Touched = Awaited<ReturnType<NonNullable<Tool['touches']>>>;

async function touchedBy(tool: Tool, args: unknown): Promise<Touched> {
  try {
    return (await tool.touches?.(args)) ?? {};
  } catch {
    return {};
  }
}

function pathsFault(globs: ActionScope['paths'], touched: Touched['paths']): string | null {
  if (globs === undefined) return null;
  if (touched === undefined) return 'What the call touches cannot be told, and the grant bounds its paths.';
  const known = globs.map(globOf);
  const out = touched.find(({ path, below }) => {
    const names = safeNames(path);
    return names === null || !known.some((glob) => glob !== null && covers(glob, names, below));
  });
  return out === undefined ? null : `The grant does not reach ${shown(out.path)}.`;
}

function hostsFault(allowed: ActionScope['hosts'], touched: Touched['hosts']): string | null {
  if (allowed === undefined) return null;
  if (touched === undefined) return 'What the call reaches cannot be told, and the grant bounds its hosts.';
  const out = touched.find((host) => {
    const name = host.toLowerCase();
    // What only ends like a name, evil.net/.example.org, may be read as another one.
    return !allowed.some((one) => (one.startsWith('.') ? isHostName(name) && name.endsWith(one) : name === one));
  });
  return out === undefined ? null : `The grant does not reach the host ${shown(out)}.`;
}

function safeNames(path: string): readonly string[] | null {
  try {
    return namesOf(path);
  } catch {
    return null;
  }
}
