import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** One open text/event-stream answer. Writes wait for the client: a slow reader costs no memory here. */
export class SseConnection {
  /** Aborted when the client goes, or we close. */
  readonly signal: AbortSignal;
  private readonly raw: ServerResponse;
  private readonly gone = new AbortController();
  private readonly pulse: NodeJS.Timeout;

  constructor(raw: ServerResponse, heartbeatMs: number) {
    this.raw = raw;
    this.signal = this.gone.signal;
    raw.on('close', () => this.gone.abort());
    raw.on('error', () => this.gone.abort());
    this.pulse = setInterval(() => this.beat(), heartbeatMs);
    this.signal.addEventListener('abort', () => clearInterval(this.pulse), { once: true });
  }

  /** Sends one frame and waits until the client has room for the next. Silently ends once the client is gone. */
  async send(fields: { id?: number; event?: string; data: string }): Promise<void> {
    const id = fields.id === undefined ? '' : `id: ${fields.id}\n`;
    const event = fields.event === undefined ? '' : `event: ${fields.event}\n`;
    await this.write(`${id}${event}data: ${fields.data}\n\n`);
  }

  async write(text: string): Promise<void> {
    if (this.signal.aborted || this.raw.write(text)) return;
    await once(this.raw, 'drain', { signal: this.signal }).catch(() => undefined);
  }

  close(): void {
    this.gone.abort();
    this.raw.end();
  }

  private beat(): void {
    // Nothing is queued behind a client that does not read.
    if (!this.raw.writableNeedDrain) this.raw.write(': alive\n\n');
  }
}
