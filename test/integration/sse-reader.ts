/** Reads a text/event-stream answer by the letter of the HTML standard, so that the server is judged by a second reading. */
export interface SseFrame {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Frames as they come. Comments are counted, not shown. Ends when the server or `signal` ends the stream. */
export async function* readSse(
  response: Response,
  comments: { count: number } = { count: 0 },
): AsyncGenerator<SseFrame> {
  let buffer = '';
  let [id, event, data] = ['', '', [] as string[]];
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    buffer += decoder.decode(chunk, { stream: true });
    const lines = buffer.split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, event: event === '' ? 'message' : event, data: data.join('\n') };
        [event, data] = ['', []];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === '') comments.count++;
      else if (field === 'id') id = value;
      else if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
    }
  }
}
