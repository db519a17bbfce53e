/** The sessions of one bridge: few, bounded, and gone when the bridge is. */
import { openSession, type Session, type SessionOptions } from './session.ts';

/** Most sessions at once. A CLI needs one; some open a second one for a sub-process. */
export const MAX_SESSIONS = 32;

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #options: Omit<SessionOptions, 'opened' | 'closed'>;

  constructor(options: Omit<SessionOptions, 'opened' | 'closed'>) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** null when every session is busy: then nobody is thrown out for a newcomer. */
  async open(): Promise<Session | null> {
    if (this.#sessions.size >= MAX_SESSIONS && !(await this.#closeIdlest())) return null;
    return openSession({
      ...this.#options,
      opened: (id, session) => this.#sessions.set(id, session),
      closed: (id) => this.#sessions.delete(id),
    });
  }

  /** Moves the session to the end of the line: the first one is always the one used longest ago. */
  find(id: string): Session | null {
    const session = this.#sessions.get(id);
    if (session === undefined) return null;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  cancelAll(): void {
    for (const session of this.#sessions.values()) session.inFlight.cancelAll();
  }

  async closeAll(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(all.map((session) => session.close()));
  }

  async #closeIdlest(): Promise<boolean> {
    for (const [id, session] of this.#sessions) {
      if (session.inFlight.size > 0) continue;
      this.#sessions.delete(id);
      await session.close();
      return true;
    }
    return false;
  }
}
