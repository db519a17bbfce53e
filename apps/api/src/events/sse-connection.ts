import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { whenGone } from '../route/when-gone.ts';

interface Frame {
  readonly id?: number;
  readonly event?: string;
  readonly data: string;
}

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
    raw.on('error', () => this.gone.abort());
    this.pulse = setInterval(() => this.beat(), heartbeatMs);
    this.signal.addEventListener('abort', () => clearInterval(this.pulse), { once: true });
    whenGone(raw, () => this.gone.abort());
  }

  /** Sends one frame and waits until the client has room for the next. Silently ends once the client is gone. */
  async send(frame: Frame): Promise<void> {
    await this.write(textOf(frame));
  }

  /** Sends a frame that may be missed, unless the client is behind: then nothing is queued for it. */
  offer(frame: Frame): void {
    if (!this.signal.aborted && !this.raw.writableNeedDrain) this.raw.write(textOf(frame));
  }

  /** Sends a last frame, however far behind the client is, and closes. */
  end(frame: Frame): void {
    if (!this.signal.aborted) this.raw.write(textOf(frame));
    this.close();
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

function textOf({ id, event, data }: Frame): string {
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}
