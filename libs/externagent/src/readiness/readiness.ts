/** Whether a CLI can start an episode here, and if not, the one thing to do about it. Never throws, starts no episode. */
import { CONTAINMENT_LEVELS } from '@runseal/spine';
import type { Sandbox } from '@runseal/dispatch';
import { HarnessError, type Readiness } from '@runseal/harness';
import { findBinary, type BinaryKind, type HarnessBinary } from '../binary/find.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Examined {
  readonly version: string | null;
  readonly problem: 'harness_not_runnable' | 'harness_too_old' | 'harness_unverified' | 'lockdown_missing' | null;
  /** One line a person can act on; '' without a problem. */
  readonly reason: string;
}

/** What keeps an examined CLI from being used until the operator has set something. */
export interface Hindrance {
  readonly code: 'harness_logged_out' | 'provider_invalid';
  readonly reason: string;
}

export interface ReadinessQuestions {
  /** As a person calls it. */
  readonly name: string;
  readonly binary: BinaryKind;
  /** Absolute path of the binary, above the environment's. */
  readonly asked?: string | undefined;
  /** How to get it, e.g. `npm install -g …`. */
  readonly install: string;
  /** Runs the binary in the sandbox, with neither key nor way out. */
  readonly examine: (sandbox: Sandbox, binary: HarnessBinary) => Promise<Examined>;
  /** Key and provider. A HarnessError thrown here means the provider's address is no good. */
  readonly login: (env: Env, sandbox: Sandbox, binary: HarnessBinary) => Promise<Hindrance | null>;
}

export class AdapterReadiness {
  /** A binary that passed is not examined again until its file changes. */
  readonly #passed = new Map<string, Examined>();
  readonly #questions: ReadinessQuestions;

  constructor(questions: ReadinessQuestions) {
    this.#questions = questions;
  }

  async detect(sandbox: Sandbox, env: Env): Promise<Readiness> {
    try {
      return await this.#detect(sandbox, env);
    } catch (error) {
      return refusal('harness_not_runnable', `${this.#questions.name} could not be examined: ${sentence(error)}`);
    }
  }

  async #detect(sandbox: Sandbox, env: Env): Promise<Readiness> {
    const { name, binary: kind, asked, examine } = this.#questions;
    const binary = await findBinary(kind, env, asked);
    if (binary === null) return refusal('harness_missing', this.#missing(asked ?? env[kind.variable]));
    const held = await sandbox.probe();
    if (CONTAINMENT_LEVELS.indexOf(held.level) < CONTAINMENT_LEVELS.indexOf('kernel'))
      return refusal('containment_unavailable', `${name} runs under kernel containment only: ${held.reason}`);
    const examined = this.#passed.get(binary.stamp) ?? (await examine(sandbox, binary));
    if (examined.problem !== null) return refusal(examined.problem, examined.reason, examined.version);
    this.#passed.set(binary.stamp, examined);
    const ready = { available: true, version: examined.version, refuse: false };
    const hindrance = await this.#hindrance(env, sandbox, binary);
    return hindrance === null
      ? { ...ready, loggedIn: true, reason: '', code: null }
      : { ...ready, loggedIn: false, ...hindrance };
  }

  async #hindrance(env: Env, sandbox: Sandbox, binary: HarnessBinary): Promise<Hindrance | null> {
    try {
      return await this.#questions.login(env, sandbox, binary);
    } catch (error) {
      return { code: 'provider_invalid', reason: sentence(error) };
    }
  }

  #missing(asked: string | undefined): string {
    const { name, binary, install } = this.#questions;
    return asked
      ? `${binary.variable} does not name an executable ${name} by its absolute path; correct or unset it.`
      : `${name} is not installed: ${install}, or set ${binary.variable} to its real binary.`;
  }
}

const refusal = (code: string, reason: string, version: string | null = null): Readiness => ({
  available: code !== 'harness_missing' && code !== 'harness_not_runnable',
  loggedIn: false,
  version,
  reason,
  refuse: true,
  code,
});

const sentence = (error: unknown): string =>
  error instanceof HarnessError ? error.message : error instanceof Error ? firstLine(error.message) : 'unknown reason';

const firstLine = (message: string): string => message.split('\n')[0]!.slice(0, 300);
