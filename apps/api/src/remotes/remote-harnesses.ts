import type { Tool } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import { remoteDriver, type RemoteAddress } from '@runseal/harness/remote';
import type { Driver } from '@runseal/harness';
import type { Config } from '../config/config.ts';
import { addressOf, tokenOf } from '../config/given-harness.ts';
import type { Given } from './given-harnesses.ts';
import type { RemotesRepository } from './remotes.repository.ts';

/** A remote harness that may be driven. */
export interface Remote {
  readonly name: string;
  readonly source: 'static' | 'registered';
  readonly address: RemoteAddress;
  readonly token: string | null;
  /** Digest (hex) it was registered with; null for one given at start-up. */
  readonly digest: string | null;
  readonly tools: readonly Tool[];
}

const PREFIX = 'remote:';

/** Harnesses that run elsewhere. A name that is not known, or was retired, is an error and never another harness. */
export class RemoteHarnesses {
  readonly given: readonly Given[];
  private readonly repository: RemotesRepository;
  private readonly env: Config['env'];
  constructor(given: readonly Given[], repository: RemotesRepository, { env }: Pick<Config, 'env'>) {
    this.given = given;
    this.repository = repository;
    this.env = env;
  }

  isRemote(harness: string): boolean {
    return harness.startsWith(PREFIX);
  }

  /** What can be carried out for a goal's harness: its host tools for one given at start-up, `house` for any other. */
  toolsFor(harness: string, house: readonly Tool[]): readonly Tool[] {
    const given = this.isRemote(harness) ? this.given.find(({ name }) => name === harness.slice(PREFIX.length)) : null;
    return given == null ? house : (given.tools ?? []);
  }

  /** Throws HarnessError `driver_unknown`. `harness` with its prefix. */
  async get(harness: string): Promise<Remote> {
    const name = harness.slice(PREFIX.length);
    const given = this.given.find((each) => each.name === name);
    if (given !== undefined) return { ...given, source: 'static', digest: null, tools: given.tools ?? [] };
    const row = await this.repository.find(name);
    if (row === null || row.state !== 'active')
      throw new HarnessError(
        'driver_unknown',
        row === null ? `There is no harness "${harness}".` : `The harness "${harness}" was retired.`,
      );
    return {
      name,
      source: 'registered',
      address: addressOf(name, row.address, this.env),
      token: tokenOf(name, this.env),
      digest: row.descriptor_digest.toString('hex'),
      tools: [],
    };
  }

  /** The driver of a remote harness held to what it said when the session was made; null for any other harness. */
  async forSession(
    harness: string,
    pinned: string | null,
  ): Promise<{ readonly driver: Driver; readonly tools: readonly Tool[] } | null> {
    if (!this.isRemote(harness)) return null;
    const { name, address, token, digest, tools } = await this.get(harness);
    const executors = tools.map((tool) => tool.name);
    return { driver: remoteDriver({ name, address, token, digest: pinned ?? digest, executors }), tools };
  }
}
