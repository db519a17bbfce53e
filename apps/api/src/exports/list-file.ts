import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { csvHeader, csvLine, type Column } from './csv.ts';

export interface ListFile<Item> {
  /** Without its ending. */
  readonly name: string;
  readonly format: 'csv' | 'jsonl';
  readonly columns: readonly Column<Item>[];
}

/** One page of a list, and where the next one begins; null when this is the last. */
export interface Page<Item, Cursor> {
  readonly items: readonly Item[];
  readonly next: Cursor | null;
}

/** A whole list as a file, written page by page: its length costs no memory. */
export function listFile<Item, Cursor>(
  { name, format, columns }: ListFile<Item>,
  page: (cursor: Cursor | null) => Promise<Page<Item, Cursor>>,
  reply: FastifyReply,
): StreamableFile {
  void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  const line = format === 'csv' ? (item: Item) => csvLine(columns, item) : (item: Item) => `${JSON.stringify(item)}\n`;
  const head = format === 'csv' ? csvHeader(columns) : '';
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl';
  return new StreamableFile(Readable.from(textOf(head, line, page), { objectMode: false }), { type });
}

async function* textOf<Item, Cursor>(
  head: string,
  line: (item: Item) => string,
  page: (cursor: Cursor | null) => Promise<Page<Item, Cursor>>,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  for (let cursor: Cursor | null = null, more = true; more;) {
    const { items, next } = await page(cursor);
    if (items.length > 0) yield items.map(line).join('');
    cursor = next;
    more = next !== null;
  }
}
