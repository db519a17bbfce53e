/** What came of a walk, as one Markdown table: a row a point, a column a victim. */
import { ofLedger } from './ledger.ts';
import type { Tried, Victim } from './trial.ts';

const ORDER: readonly Victim[] = ['worker', 'late worker', 'postgres', 'cli', 'api', 'postgres under api'];

/** As it stands in docs/faults.md, padded as a formatter would leave it. */
export function faultTable(tried: readonly Tried[]): string {
  const victims = ORDER.filter((victim) => tried.some(({ trial }) => trial.victim === victim));
  const keyed = new Map(tried.map((one) => [keyOf(one, one.trial.victim), one]));
  const rows = [...new Map(inOrder(tried).map((one) => [keyOf(one), one])).values()].map((row) => [
    row.trial.harness,
    row.trial.point,
    ...victims.map((victim) => cellOf(keyed.get(keyOf(row, victim)))),
  ]);
  return padded(['harness', 'point', ...victims], rows);
}

/** One sentence over all of them. */
export function summary(tried: readonly Tried[], tookMs: number): string {
  const struck = tried.filter((one) => one.struck);
  const sum = (of: (one: Tried) => number): number => struck.reduce((all, one) => all + of(one), 0);
  const slowest = Math.max(0, ...struck.map(({ takenOverMs }) => takenOverMs ?? 0));
  const wrong = tried.filter(({ violations }) => violations.length > 0).length;
  return (
    `${struck.length} faults struck in ${(tookMs / 60_000).toFixed(1)} minutes (${tried.length - struck.length} points were not met): ` +
    `${sum(({ acknowledged }) => acknowledged)} events were acknowledged, ${sum(({ effects }) => effects)} effects happened, ` +
    `${sum(({ unknown }) => unknown)} outcomes are recorded as unknown; the slowest takeover took ${slowest} ms. ` +
    (wrong === 0 ? 'Nothing was lost, doubled or left open.' : `${wrong} trials broke a rule.`)
  );
}

const keyOf = ({ trial: { harness, point } }: Tried, victim?: Victim): string =>
  [harness, point, ...(victim === undefined ? [] : [victim])].join(' | ');

/** The points of the ledger come by themselves beside those of the episode: they are told together. */
const inOrder = (tried: readonly Tried[]): readonly Tried[] => {
  const ledger = ({ trial }: Tried): boolean => ofLedger(trial.point);
  const of = (harness: string): Tried[] => tried.filter(({ trial }) => trial.harness === harness);
  return [...new Set(tried.map(({ trial }) => trial.harness))].flatMap((harness) => [
    ...of(harness).filter((one) => !ledger(one)),
    ...of(harness).filter(ledger),
  ]);
};

function cellOf(one: Tried | undefined): string {
  if (one === undefined) return '';
  if (one.violations.length > 0) return `**${one.violations.join('; ')}**`;
  if (!one.struck) return '·';
  return one.unknown > 0 ? `${one.ending}, ${one.unknown} unknown` : one.ending;
}

function padded(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
