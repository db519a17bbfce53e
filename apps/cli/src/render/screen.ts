/**
 * Turns blocks into text for a terminal. Everything a command shows passes here, because records and servers are not
 * trusted: control characters, escape sequences and direction marks in their text are made visible, never obeyed.
 */
import { spelled } from '@runseal/spine';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'dim' | 'strong';
export type Span = string | { readonly text: string; readonly tone: Tone };
export interface Table {
  readonly head: readonly string[];
  /** Gone through twice: first for their widths. */
  readonly rows: Iterable<readonly Span[]>;
}
/** A line of spans, or a table. An empty list is an empty line. */
export type Block = readonly Span[] | Table;

/** Renders blocks, one trailing newline; colours only when asked for. */
export const renderScreen = (blocks: readonly Block[], colour: boolean): string =>
  [...screenLines(blocks, colour)].join('');

/** The same line by line, each with its newline. */
export function* screenLines(blocks: readonly Block[], colour: boolean): Generator<string> {
  const paint = (span: Span): string => paintSpan(span, colour);
  for (const block of blocks) {
    const lines = 'rows' in block ? tableLines(block, paint) : [block.map(paint).join('')];
    for (const line of lines) yield `${line.trimEnd()}\n`;
  }
}

/** Makes text safe to print: one line, no escapes, no direction tricks, nothing that nobody would see or would take for other letters. */
export const plain = spelled;

const COLOURS: Record<Tone, string> = { plain: '', good: '32', bad: '1;31', warn: '33', dim: '2', strong: '1' };

function paintSpan(span: Span, colour: boolean): string {
  if (typeof span === 'string') return plain(span);
  const text = plain(span.text);
  return colour && span.tone !== 'plain' ? `\u001b[${COLOURS[span.tone]}m${text}\u001b[0m` : text;
}

function* tableLines({ head, rows }: Table, paint: (span: Span) => string): Generator<string> {
  const first = head.map((text): Span => ({ text, tone: 'dim' }));
  const widths = head.map(width);
  for (const row of rows)
    for (const [column, widest] of widths.entries()) widths[column] = Math.max(widest, width(row[column]));
  const line = (row: readonly Span[]): string =>
    row.map((span, column) => paint(span) + ' '.repeat(widths[column]! - width(span))).join('  ');
  yield line(first);
  for (const row of rows) yield line(row);
}

const width = (span: Span | undefined): number =>
  span === undefined ? 0 : Array.from(plain(typeof span === 'string' ? span : span.text)).length;
