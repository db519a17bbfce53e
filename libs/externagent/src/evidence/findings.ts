/** What a trial shows of each surface. Nothing is found of a surface that nothing tried. */
import type { Surface, SurfaceState } from '@runseal/spine';
import type { SurfaceTries } from '../adapter.ts';
import type { Fields } from '../frames/fields.ts';
import { sign, type Canary } from './canary.ts';
import { MARK } from './mark.ts';
import { callId, type Tongue } from './scripted/speech.ts';

/** `unknown`: it was tried, and what came of it cannot be told. `not_tried`: nothing tries it. */
export type Found = SurfaceState | 'unknown' | 'not_tried';

export interface TriedSurface {
  readonly surface: Surface;
  readonly declared: SurfaceState;
  readonly found: Found;
  /** Whether a call had any effect inside the sandbox. */
  readonly acted: boolean;
  readonly tries: number;
}

export interface Trial {
  readonly script: SurfaceTries;
  readonly tongue: Tongue;
  /** Bodies of all turns. */
  readonly turns: readonly Fields[];
  /** All the provider was sent, as text. */
  readonly heard: readonly string[];
  /** Of it, how many calls came through our gateway; null when there was none. */
  readonly relayed: number | null;
  readonly canary: Pick<Canary, 'heard'>;
  readonly complete: boolean;
  readonly declared: Readonly<Record<string, SurfaceState>>;
}

export interface Findings {
  readonly surfaces: readonly TriedSurface[];
  readonly offered: readonly string[];
  readonly complete: boolean;
}

export function findings(trial: Trial): Findings {
  const offered = offeredIn(trial);
  const surfaces = Object.entries(trial.declared).map(([name, declared]): TriedSurface => {
    const surface = name as Surface;
    const outputs = outputsOf(trial, surface);
    return {
      surface,
      declared,
      found: foundOf(surface, trial, outputs, offered),
      acted: outputs.some(hadEffect),
      tries: outputs.length,
    };
  });
  return { surfaces, offered, complete: trial.complete };
}

/** Weaker than promised. What is not known is no finding. */
export function isBroken({ declared, found }: Pick<TriedSurface, 'declared' | 'found'>): boolean {
  return found !== 'unknown' && found !== 'not_tried' && WEAKNESS[found] > WEAKNESS[declared];
}

const WEAKNESS: Readonly<Record<SurfaceState, number>> = { denied: 0, bridged: 1, contained: 1, open: 2 };

function foundOf(
  surface: Surface,
  trial: Trial,
  outputs: readonly (string | null)[],
  offered: readonly string[],
): Found {
  const { canary, heard, relayed, complete, script } = trial;
  // A canary that did not hear the shell that was put there to be heard proves nothing by its silence.
  const silent = (otherwise: Found): Found => (canary.heard('inside', 'control') ? otherwise : 'unknown');
  switch (surface) {
    case 'egress':
      if (canary.heard('outside', 'egress')) return 'open';
      return silent(heard.some((text) => text.includes(sign('provider'))) ? 'contained' : 'denied');
    case 'model_calls':
      // Without a gateway nothing of ours sees one. With it, all that came to the provider must have come from there.
      if (relayed === null) return 'not_tried';
      return heard.length > relayed ? 'open' : complete ? 'bridged' : 'unknown';
    case 'hooks':
      return canary.heard('inside', 'hooks') ? 'contained' : silent(complete ? 'denied' : 'unknown');
    case 'project_config':
      if (heard.some((text) => text.includes(sign('project_config')))) return 'open';
      // Read from its own folder: nobody but us and itself can put it there.
      return heard.some((text) => text.includes(sign('own_config'))) ? 'contained' : complete ? 'denied' : 'unknown';
    case 'dispatch':
      // No episode completes whose nonce did not come back through the bridge.
      return complete ? 'bridged' : 'unknown';
    case 'foreign_mcp':
      return canary.heard('inside', 'foreign_mcp') ? 'contained' : silent(byTries(outputs, script.refused));
    default: {
      const found = byTries(outputs, script.refused);
      return found === 'denied' && offersTried(surface, script, offered) ? 'unknown' : found;
    }
  }
}

function byTries(outputs: readonly (string | null)[], refused: RegExp): Found {
  if (outputs.length === 0) return 'not_tried';
  if (outputs.some((output) => output !== null && !refused.test(output))) return 'contained';
  return outputs.includes(null) ? 'unknown' : 'denied';
}

/** A tool that is offered and yet refused was refused for another reason than not being there. */
function offersTried(surface: Surface, { tries }: SurfaceTries, offered: readonly string[]): boolean {
  return tries
    .filter((each) => each.surface === surface)
    .some(({ speech }) => speech.kind === 'call' && offered.includes(speech.name));
}

/** What the CLI told its model of each call of the surface; null for one it never told of. */
function outputsOf({ script, tongue, turns }: Trial, surface: Surface): (string | null)[] {
  return script.tries.flatMap((each, i) => {
    if (each.surface !== surface) return [];
    const told = turns.map((body) => tongue.outputOf(body, callId(i + 1))).find((output) => output !== null);
    return [told ?? null];
  });
}

function offeredIn({ turns, tongue, script: { harmless } }: Trial): string[] {
  const own = turns
    .flatMap((body) => tongue.toolsIn(body))
    .filter(({ name, namespace }) => !(namespace ?? name).includes('runseal'));
  return [...new Set(own.map(({ name }) => name))].filter((name) => !harmless.includes(name)).sort();
}

/** A call that is refused says so; a patch that is applied says which file it wrote. */
function hadEffect(output: string | null): boolean {
  return output !== null && (output.includes(MARK) || /Success\. Updated|A runseal-probe/.test(output));
}
