import { mixText, renderScreen, type Span } from '@runseal/cli';
import { VERDICT_NAMES, type Verdict } from '@runseal/spine';
import type { WelcomeRun } from './run-welcome.ts';

/** So that nobody takes it for a product that was tested. */
const REFERENCE_NOTE =
  "reference is a bundled program that speaks MCP to our bridge, there to show an external run; it is no vendor's CLI.";

const TONES = { pass: 'good', fail: 'bad', warn: 'warn', absent: 'warn' } as const;

/** One row a run: who drove it, how many events, the tier mix and the six verdicts, never merged. */
export function welcomeTable(runs: readonly WelcomeRun[], colour: boolean): string {
  const head = ['run', 'harness', 'events', 'mix', ...VERDICT_NAMES.map((name) => name.replace('_', ' '))];
  const rows = runs.map(({ run, harness, report }): Span[] => [
    run,
    harness,
    String(report.events),
    report.mix === null ? 'unknown' : mixText(report.mix),
    ...report.verdicts.map((verdict): Span => ({ text: verdict.state, tone: TONES[verdict.state] })),
  ]);
  const note: Span = { text: REFERENCE_NOTE, tone: 'dim' };
  const screen = renderScreen(
    [{ head, rows }, ...runs.flatMap(({ harness, report }) => weakSpots(harness, report.verdicts)), [note]],
    colour,
  );
  return screen.trimEnd();
}

function weakSpots(harness: string, verdicts: readonly Verdict[]): Span[][] {
  const weak = verdicts.filter((verdict) => verdict.state !== 'pass');
  return weak.map((verdict) => [
    { text: `  ${harness}: ${verdict.name.replace('_', ' ')} is ${verdict.state}`, tone: TONES[verdict.state] },
    `  ${verdict.sentence} (${verdict.code ?? ''})`,
  ]);
}
