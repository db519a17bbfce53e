/** CSV (RFC 4180) that a spreadsheet opens without running anything. */
export type Cell = string | number | boolean | null;

export interface Column<Item> {
  readonly name: string;
  readonly of: (item: Item) => Cell;
}

/** First line of the file. */
export const csvHeader = <Item>(columns: readonly Column<Item>[]): string =>
  `${columns.map(({ name }) => name).join(',')}\r\n`;

/** One item as a line of the file. What is not known is empty. */
export const csvLine = <Item>(columns: readonly Column<Item>[], item: Item): string =>
  `${columns.map(({ of }) => csvCell(of(item))).join(',')}\r\n`;

/** What people and agents wrote must not be taken for a formula: such a text gets an apostrophe in front (JSONL is exact). */
export function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  // Spreadsheets look past spaces, and take the full-width forms for the others.
  const tame = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}
