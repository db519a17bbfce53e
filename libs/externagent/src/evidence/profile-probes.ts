/**
 * What was found of each CLI's profiles by trying the very binary that will run: once for every content of the file, kept
 * in memory and, where there is a folder for it, on disk. A changed binary is a binary nobody has tried.
 */
import type { Sandbox } from '@runseal/dispatch';
import type { Adapter } from '../adapter.ts';
import { digestOf } from './binary-digest.ts';
import { isBroken, type Found, type TriedSurface } from './findings.ts';
import { keptProbes } from './kept-probes.ts';
import type { ProbedProfile, ProbeKey, Way } from './probed-profile.ts';
import { trySurfaces } from './try-surfaces.ts';

export interface ProfileProbesOptions {
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; made when it is missing. null: nothing is kept on disk. */
  readonly folder: string | null;
}

/** `way` is how the model calls of the run in question go; a CLI that cannot be led is tried as it runs, without a gateway. */
export interface ProfileProbes {
  /** Tries what was not tried yet. Never rejects: what went wrong is the reason. */
  of(adapter: Adapter, profile: string, way: Way): Promise<ProbedProfile>;
  /** As `of`, but tries again what is known. */
  again(adapter: Adapter, profile: string, way: Way): Promise<ProbedProfile>;
  /** What is known already; null when this binary was not tried. */
  known(adapter: Adapter, profile: string, way: Way): Promise<ProbedProfile | null>;
}

/** How long a trial that failed is not tried again. Milliseconds. */
const SORE_MS = 300_000;

export function createProfileProbes(options: ProfileProbesOptions): ProfileProbes {
  return new Probes(options);
}

class Probes implements ProfileProbes {
  readonly #options: ProfileProbesOptions;
  readonly #kept;
  readonly #underWay = new Map<string, Promise<ProbedProfile>>();
  readonly #sore = new Map<string, { readonly probed: ProbedProfile; readonly at: number }>();

  constructor(options: ProfileProbesOptions) {
    this.#options = options;
    this.#kept = keptProbes(options.folder);
  }

  async of(adapter: Adapter, profile: string, way: Way): Promise<ProbedProfile> {
    return (await this.known(adapter, profile, way)) ?? this.again(adapter, profile, way);
  }

  async again(adapter: Adapter, profile: string, asked: Way): Promise<ProbedProfile> {
    const way = wayOf(adapter, asked);
    const key = await this.#keyOf(adapter, profile, way).catch(() => null);
    if (key === null)
      return untried(adapter, { profile, way, binarySha256: null }, `${adapter.name} is not installed here.`);
    const name = JSON.stringify(key);
    const running = this.#underWay.get(name);
    if (running !== undefined) return running;
    const probing = this.#try(adapter, key).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, probing);
    return probing;
  }

  async known(adapter: Adapter, profile: string, way: Way): Promise<ProbedProfile | null> {
    const key = await this.#keyOf(adapter, profile, wayOf(adapter, way)).catch(() => null);
    if (key === null) return null;
    const sore = this.#sore.get(JSON.stringify(key));
    if (sore !== undefined && performance.now() - sore.at < SORE_MS) return sore.probed;
    return this.#kept.read(key);
  }

  async #try(adapter: Adapter, key: ProbeKey): Promise<ProbedProfile> {
    const { sandbox, env } = this.#options;
    const { profile, way } = key;
    try {
      const tried = await trySurfaces({ adapter, profile, way, sandbox, env });
      if (tried === null) return untried(adapter, key, `It is not known how to try ${adapter.name}.`);
      // Said of whatever is there now: nobody can tell which of the two was tried.
      const now = await this.#keyOf(adapter, profile, way);
      if (now.binarySha256 !== key.binarySha256)
        return untried(adapter, now, 'The program changed while it was tried.');
      const { surfaces, offered, complete } = tried;
      const probed: ProbedProfile = {
        ...named(adapter, key),
        found: foundIn(surfaces),
        broken: surfaces.filter(isBroken).map(({ surface }) => surface),
        offered,
        complete,
        reason: complete ? '' : 'The trial did not get to its end; what it did not reach is unknown.',
      };
      if (complete) await this.#kept.write(key, probed);
      else this.#sore.set(JSON.stringify(key), { probed, at: performance.now() });
      return probed;
    } catch (error) {
      const why = error instanceof Error ? error.message.slice(0, 300).toWellFormed() : 'unknown cause';
      const probed = untried(adapter, key, `The trial could not be started: ${why}`);
      this.#sore.set(JSON.stringify(key), { probed, at: performance.now() });
      return probed;
    }
  }

  /** Rejects for a program that is not there or cannot be read. */
  async #keyOf(adapter: Adapter, profile: string, way: Way): Promise<ProbeKey> {
    const binary = adapter.binary === undefined ? null : await adapter.binary(this.#options.env);
    if (adapter.binary !== undefined && binary === null) throw new Error('not installed');
    const { level } = await this.#options.sandbox.probe();
    return {
      adapter: adapter.name,
      adapterVersion: adapter.version,
      ...{ profile, way },
      binarySha256: binary === null ? null : await digestOf(binary),
      level,
    };
  }
}

/** As a run goes: {@link usesGateway}. */
const wayOf = ({ gateway }: Adapter, asked: Way): Way => (gateway === undefined ? 'provider' : asked);

type What = Pick<ProbeKey, 'profile' | 'way' | 'binarySha256'>;

const named = ({ name, version }: Adapter, { profile, way, binarySha256 }: What) => ({
  adapter: name,
  adapterVersion: version,
  ...{ profile, way, binarySha256 },
});

const foundIn = (surfaces: readonly TriedSurface[]): Record<string, Found> =>
  Object.fromEntries(surfaces.map(({ surface, found }) => [surface, found]));

function untried(adapter: Adapter, what: What, reason: string): ProbedProfile {
  const surfaces = Object.keys(adapter.enforcement[what.profile] ?? {});
  return {
    ...named(adapter, what),
    found: Object.fromEntries(surfaces.map((surface) => [surface, 'not_tried'])),
    broken: [],
    offered: [],
    complete: false,
    reason,
  };
}
