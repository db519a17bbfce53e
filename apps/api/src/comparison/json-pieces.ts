/** Text of a piece, about: fewer and larger ones are cheaper on their way. */
const PIECE = 64 * 1024;

/** The JSON of an object whose list `key` is made one by one: what comes `before` it, the list, what comes `after` it. */
export function* jsonPieces(before: object, key: string, list: Iterable<object>, after: object): Generator<string> {
  let waiting = `${JSON.stringify(before).slice(0, -1)},${JSON.stringify(key)}:[`;
  let first = true;
  for (const one of list) {
    waiting += `${first ? '' : ','}${JSON.stringify(one)}`;
    first = false;
    if (waiting.length < PIECE) continue;
    yield waiting;
    waiting = '';
  }
  yield `${waiting}],${JSON.stringify(after).slice(1)}`;
}
