/**
 * A connection that greets the server in one piece.
 *
 * The driver (postgres.js 3.4.9) gathers small messages and writes them a moment later. When a connection is lost in that
 * moment, what was gathered stays, and so does its note that a write is due, though none is: all its later greetings are
 * put behind the old bytes and never sent, and whoever is given that connection waits for the connect time-out, for ever
 * again. A message of 1,024 bytes is written at once, whatever is noted. So the greeting is made that long: at worst the
 * server refuses the old bytes and hangs up, and the driver, clean again, greets once more by itself.
 */

/** The driver writes at once from here on. */
const AT_ONCE = 1_024;

/** The URL, with blanks that Postgres skips at the end of its start-up parameter `options`. */
export function withLongGreeting(url: string): string {
  // Not read as a URL: with several hosts it is none.
  const [address = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('options', (parameters.get('options') ?? '').padEnd(AT_ONCE, ' '));
  return `${address}?${parameters.toString()}`;
}
