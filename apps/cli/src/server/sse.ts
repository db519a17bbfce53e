/** Server-sent events (WHATWG HTML, 9.2): just the three fields this program reads. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** Longest single message accepted, in characters; a server that sends more is not ours. */
const LONGEST = 32_000_000;

/** Parses a response body into events as they arrive. Comments (heartbeats) are skipped. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const messages = rest.split(/\r?\n\r?\n/);
    rest = messages.pop() ?? '';
    if (rest.length > LONGEST) throw new RangeError('A server-sent event is longer than 32 million characters.');
    for (const message of messages) {
      const event = parseMessage(message);
      if (event !== null) yield event;
    }
  }
}

function parseMessage(message: string): ServerSentEvent | null {
  const fields = { event: 'message', id: '', data: [] as string[] };
  for (const line of message.split(/\r?\n/)) {
    const [, name, value = ''] = /^(event|id|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') fields.data.push(value);
    if (name === 'event' || name === 'id') fields[name] = value;
  }
  return fields.data.length === 0 ? null : { ...fields, data: fields.data.join('\n') };
}
