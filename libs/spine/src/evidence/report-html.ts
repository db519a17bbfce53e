import { spelled } from '../letters.ts';
import { payloadToJson } from '../json.ts';
import type { SpineEvent } from '../event.ts';
import { tierOf } from '../tiers.ts';
import type { Report } from '../verdicts.ts';
import type { Coverage } from './coverage.ts';

/** Events listed at most; a report is for reading, the record holds them all. */
export const REPORTED_EVENTS = 2_000;
const PAYLOAD_SHOWN = 600;

/**
 * A report to read and print: one self-contained page, without scripts or anything from elsewhere.
 *
 * @param events the first ones; of more than {@link REPORTED_EVENTS} the rest are not shown
 */
export function reportHtml(
  events: readonly SpineEvent[],
  report: Report,
  coverage: Coverage,
  exported: string,
): string {
  const title = `Run ${report.run ?? 'unknown'}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>Exported ${escaped(exported)}. This page is a summary; the evidence is the record beside it, and nobody has to believe this page.</p>
<h2>Verdicts</h2>
${table(
  ['verdict', 'state', 'what it says'],
  report.verdicts.map(({ name, state, sentence }) => [name.replaceAll('_', ' '), state, sentence]),
)}
<p>${escaped(report.vouches ?? '')}</p>
<h2>Limits</h2>
<ul>${coverage.limits.map((limit) => `<li>${escaped(limit)}</li>`).join('')}</ul>
<h2>Counts</h2>
${table(
  ['what', 'how many'],
  [
    ['events', coverage.events],
    ...Object.entries(coverage.tiers).map(([tier, count]) => [`of tier ${tier}`, count] as const),
    ['contents named', coverage.contents.named],
    ['contents included', coverage.contents.included],
  ].map(([what, count]) => [String(what), String(count)]),
)}
<h2>Seal</h2>
${table(
  ['field', 'value'],
  [
    ['root', report.root ?? 'none'],
    ['key', report.keyId ?? 'none'],
    ['origin', report.origin ?? 'none'],
  ],
)}
<h2>Events</h2>
${coverage.events > REPORTED_EVENTS ? `<p>The first ${REPORTED_EVENTS} of ${coverage.events}.</p>` : ''}
${table(['seq', 'time', 'tier', 'type', 'payload'], events.slice(0, REPORTED_EVENTS).map(eventRow))}
</body></html>
`;
}

function eventRow({ seq, time, type, payload }: SpineEvent): string[] {
  const json = JSON.stringify(payloadToJson(payload));
  const cut = json.length > PAYLOAD_SHOWN ? `${json.slice(0, PAYLOAD_SHOWN)}…` : json;
  return [String(seq), timeOf(time), tierOf(type), type, cut];
}

/** Times are whatever was signed; no date holds all of them. */
function timeOf(ns: bigint): string {
  const date = new Date(Number(ns / 1_000_000n));
  return Number.isNaN(date.getTime()) ? `${ns} ns` : date.toISOString();
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string): string =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('\n')}</tbody></table>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Whatever a tool or a model wrote is text here, never markup; marks that nobody would see are shown, and letters that are not what they look like. */
function escaped(text: string): string {
  const lines = text.split('\n').map(spelled).join('\n');
  return lines.replaceAll(/[&<>"']/gu, (character) => ENTITIES[character]!);
}

const STYLE = `body{font:14px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#111}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{background:#eee}@media print{body{margin:0;max-width:none;font-size:10px}tr{break-inside:avoid}}`;
