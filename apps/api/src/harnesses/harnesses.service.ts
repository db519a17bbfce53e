import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { toolInputSchema, type Tool } from '@runseal/dispatch';
import type { ProbedProfile } from '@runseal/externagent/evidence';
import { isReady, type Driver, type DriverRegistry } from '@runseal/harness';
import { CONFIG, PROBES, REGISTRY, TOOLS } from '../config/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Probes } from './probes.ts';
import { PATIENCE_MS, ReadinessBoard } from './readiness-board.ts';
import { UnderWay, within } from './within.ts';

/** How long an examination under way is waited for when the API closes. Milliseconds. */
const CLOSING_MS = 10_000;

@Injectable()
export class HarnessesService implements OnApplicationShutdown {
  private readonly registry: DriverRegistry;
  private readonly tooling: readonly Tool[];
  private readonly board: ReadinessBoard;
  private readonly probes: Probes;
  private readonly underWay = new UnderWay();
  constructor(
    @Inject(REGISTRY) registry: DriverRegistry,
    @Inject(TOOLS) tools: readonly Tool[],
    @Inject(CONFIG) config: Config,
    @Inject(PROBES) probes: Probes,
  ) {
    this.registry = registry;
    this.tooling = tools;
    this.probes = probes;
    this.board = new ReadinessBoard(config.env);
  }

  /** What is being examined lies in a folder, which goes when that is over: an end before leaves it behind. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.board.settled(CLOSING_MS), this.underWay.settled(CLOSING_MS)]);
  }

  async list() {
    return { items: await Promise.all(this.registry.drivers.map((driver) => this.view(driver))) };
  }

  tools() {
    return {
      items: this.tooling.map(({ name, description, readOnly, runsPrograms, schema }) => ({
        name,
        description,
        readOnly,
        runsPrograms,
        schema: toolInputSchema({ schema }),
      })),
    };
  }

  private async view(driver: Driver) {
    const { name, kind, title, vendor, profiles, needsModel, enforcement, gatewayEnforcement, keepsThreads } =
      driver.describe();
    // Large programs take a while to be told apart by their digest; a page does not wait for that.
    const found = within(this.underWay.watch(this.probed(name, profiles)), PATIENCE_MS, {});
    const [readiness, probed] = await Promise.all([this.board.of(driver), found]);
    return {
      name,
      kind,
      title,
      vendor,
      profiles,
      needsModel,
      enforcement,
      gatewayEnforcement: gatewayEnforcement ?? null,
      keepsThreads: keepsThreads ?? false,
      probed,
      readiness: { ...readiness, ready: isReady(readiness) },
    };
  }

  /** As most runs go: through the gateway, where the harness can be led. */
  private async probed(harness: string, profiles: readonly string[]) {
    const known = await Promise.all(profiles.map((profile) => this.probes.known(harness, profile, 'gateway')));
    return Object.fromEntries(profiles.map((profile, i) => [profile, probedView(known[i] ?? null)]));
  }
}

function probedView(probed: ProbedProfile | null) {
  if (probed === null) return null;
  const { binarySha256, found, broken, offered, complete, reason } = probed;
  return { binarySha256, found, broken, offered, complete, reason };
}
