import { MadeList } from '../made-list.ts';

/** The JSON of a document as `JSON.stringify(document, null, 2)` gives it, piece by piece: its long lists are made while it is printed. */
export function* documentPieces(document: unknown): Generator<string> {
  if (!hasMadeList(document)) {
    yield `${JSON.stringify(document, null, 2)}\n`;
    return;
  }
  let before = '{\n';
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${before}  ${JSON.stringify(key)}: `;
    if (value instanceof MadeList) yield* listPieces(value);
    else yield indented(value, '  ');
    before = ',\n';
  }
  yield '\n}\n';
}

function* listPieces(list: MadeList<unknown>): Generator<string> {
  let before = '[\n';
  for (const item of list) {
    yield `${before}    ${indented(item, '    ')}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n  ]';
}

/** Within a text of JSON there is no line feed but those between its parts. */
const indented = (value: unknown, by: string): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);

const hasMadeList = (document: unknown): document is object =>
  typeof document === 'object' &&
  document !== null &&
  Object.values(document).some((value) => value instanceof MadeList);
