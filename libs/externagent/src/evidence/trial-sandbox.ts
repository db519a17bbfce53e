/**
 * The sandbox a CLI is tried in: the real one, with a shell in reach, the canary's inner port lent, and a hostile
 * repository in the folder the CLI starts in. What does not get out of this does not get out of an episode, which has less.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemMounts, type Mount, type ProgramSpec, type Sandbox } from '@runseal/dispatch';
import { askSign, saySign, type Canary } from './canary.ts';
import { plant } from './planted.ts';

/**
 * Only an episode is changed, not what is asked of the CLI before: that reaches nothing, the bridge included. `provider` is
 * the port of the model's own provider.
 */
export function trialSandbox(sandbox: Sandbox, canary: Canary, provider: number): Sandbox {
  return {
    probe: () => sandbox.probe(),
    async start(spec) {
      if (spec.reach.length === 0) return sandbox.start(spec);
      const roomy = withShell(spec, canary);
      for (const folder of await foldersOf(spec)) await plant(folder, 'own_config', canary.inside);
      await tryFromWithin(sandbox, roomy, { ...canary, provider });
      return sandbox.start(roomy);
    },
  };
}

function withShell(spec: ProgramSpec, { inside }: Canary): ProgramSpec {
  const system = systemMounts();
  // Single files of the system that an adapter lends are among these; a mount cannot be laid over a link in another.
  const covered = ({ child }: Mount) => system.some((place) => child.startsWith(`${place.child}/`));
  return {
    ...spec,
    mounts: [...system, ...spec.mounts.filter((mount) => !covered(mount))],
    reach: [...spec.reach, { port: inside, target: { host: '127.0.0.1', port: inside } }],
  };
}

/** Where the CLI starts, and the empty folder some are told to work in. */
async function foldersOf({ cwd, mounts }: ProgramSpec): Promise<string[]> {
  const home = mounts.find((mount) => mount.kind === 'rw' && mount.child === cwd);
  if (home === undefined || home.kind !== 'rw') return [];
  const entries = await readdir(home.host);
  return [home.host, ...(entries.includes('work') ? [join(home.host, 'work')] : [])];
}

/**
 * A shell in the CLI's own place: it must be heard inside, or silence would prove nothing, and must not be heard outside;
 * whether it gets to the provider past us is what tells a run through the gateway from one that calls its model itself.
 */
async function tryFromWithin(
  sandbox: Sandbox,
  spec: ProgramSpec,
  { inside, outside, provider }: Pick<Canary, 'inside' | 'outside'> & { readonly provider: number },
): Promise<void> {
  const program = await sandbox.start({
    ...spec,
    path: '/bin/bash',
    args: ['-c', [saySign('control', inside), saySign('egress', outside), askSign('provider', provider)].join('; ')],
  });
  program.stdin.on('error', () => undefined).end();
  for (const stream of [program.stdout, program.stderr]) stream.resume();
  await program.exited;
}
