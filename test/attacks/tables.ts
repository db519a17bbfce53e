import type { Attack } from './attack.ts';
import type { Calm } from './false-alarms.ts';
import type { Tally } from './trials.ts';

const NEEDS: Readonly<Record<Attack['needs'], string>> = {
  record: 'the record and the key',
  audit: "the operator's audit; the record itself is untouched and verifies",
  ledger: 'the ledger',
  memory: 'a witness, or a head or receipt kept elsewhere',
};

/** The attacks as a Markdown table. */
export function attackTable(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ attack, caught, trials, expected }) => [
    attack.name,
    attack.does,
    `${caught} of ${trials}`,
    NEEDS[attack.needs],
    list(expected.map(({ eye, code }) => `${eye}: \`${[code].flat().join('`, `')}\``)),
    list(expected.filter(({ seq }) => seq !== undefined).map(({ eye }) => eye)),
  ]);
  return table(['attack', 'what is done', 'caught', 'what it takes', 'seen as', 'first bad seq named by'], rows);
}

/** The scenes without an attack as a Markdown table. */
export function calmTable(calms: readonly Calm[]): string {
  const rows = calms.map(({ scene, runs, alarms, says }) => [
    scene.name,
    scene.does,
    runs === 0 ? (says ?? '0') : String(runs),
    runs === 0 ? '—' : String(alarms),
  ]);
  return table(['scene', 'what is done', 'runs examined', 'false alarms'], rows);
}

const list = (items: readonly string[]): string => [...new Set(items)].join('; ') || '—';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
