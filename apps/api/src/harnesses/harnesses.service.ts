import { Inject, Injectable } from '@nestjs/common';
import { toolInputSchema, type Tool } from '@runseal/dispatch';
import type { ProbedProfile } from '@runseal/externagent/evidence';
import { isReady, type Driver, type DriverRegistry } from '@runseal/harness';
import { CONFIG, PROBES, REGISTRY, TOOLS } from '../config/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Probes } from './probes.ts';
import { PATIENCE_MS, ReadinessBoard } from './readiness-board.ts';
import { within } from './within.ts';

@Injectable()
export class HarnessesService {
  private readonly registry: DriverRegistry;
  private readonly tooling: readonly Tool[];
  private readonly board: ReadinessBoard;
  private readonly probes: Probes;
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
    const found = within(this.probed(name, profiles), PATIENCE_MS, {});
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
