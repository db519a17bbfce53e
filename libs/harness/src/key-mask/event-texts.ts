/** The texts of one server-sent event whose data is JSON, and where they stand. */

/** A text within a value; what is set stands in the value. */
export interface Place {
  text: string;
}

const MAX_DEPTH = 32;
/** What tells one text of a stream from another that stands in the same place. */
const TELLS_APART = ['type', 'index', 'output_index', 'content_index', 'item_id'];

/** The JSON of its data; undefined when it is none. */
export function readEvent(raw: Buffer): unknown {
  const data = linesOf(raw).filter(isData).map(dataOf).join('\n');
  try {
    return data === '' ? undefined : JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** The event with another value in its data. */
export function writeEvent(raw: Buffer, value: unknown): Buffer {
  const others = linesOf(raw).filter((line) => line !== '' && !isData(line));
  return Buffer.from(`${[...others, `data: ${JSON.stringify(value)}`].join('\n')}\n\n`);
}

/** In the order they are written in. Deeper than anybody says anything is not looked at. */
export function* textsIn(
  value: unknown,
  where = '',
  depth = 0,
): Generator<{ readonly where: string; readonly place: Place }> {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return;
  const holder = value as Record<string, unknown>;
  const told = Array.isArray(value) ? where : where + apart(holder);
  for (const name of Object.keys(holder)) {
    const inner = holder[name];
    if (typeof inner !== 'string') yield* textsIn(inner, `${told}/${name}`, depth + 1);
    else if (inner !== '') yield { where: `${told}/${name}`, place: placeIn(holder, name) };
  }
}

const placeIn = (holder: Record<string, unknown>, name: string): Place => ({
  get text() {
    return holder[name] as string;
  },
  set text(text) {
    holder[name] = text;
  },
});

function apart(holder: Record<string, unknown>): string {
  const said = TELLS_APART.filter((name) => Object.hasOwn(holder, name)).map((name) => holder[name]);
  return said.length === 0 ? '' : `(${said.map((each) => String(each).slice(0, 64)).join()})`;
}

const linesOf = (raw: Buffer): readonly string[] => raw.toString('utf8').split(/\r\n|\n|\r/);
const isData = (line: string): boolean => line.startsWith('data:');
const dataOf = (line: string): string => line.slice('data:'.length);
