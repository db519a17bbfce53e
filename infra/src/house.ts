import { explain, type Failure } from './failure.ts';
import { say } from './progress.ts';
import type { Service } from './service.ts';

/** Front to back, so that nothing new comes in while what is under way ends. The database goes last. */
const STOP_ORDER = ['dashboard', 'api', 'worker'];
const STOP_EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];
/** A terminal and npm may both deliver one Ctrl-C; only what comes later is a second one. In milliseconds. */
const SAME_CTRL_C_MS = 700;

/** Knows what runs, notices when a part dies by itself, and takes everything down in order. */
export class House {
  /** Resolves when a person, the system or the end of our parent asks to stop. */
  readonly stopRequested: Promise<void>;
  /** Rejects when a service ends by itself. */
  readonly failure: Promise<never>;
  readonly #services: Service[] = [];
  #database: Promise<{ stop(): Promise<void> }> | undefined;
  #fail: (cause: Failure) => void = () => undefined;
  #askedAt: number | undefined;
  #onStop: () => void = () => undefined;
  #stopping = false;

  constructor() {
    this.failure = new Promise((_, reject) => (this.#fail = reject));
    // It may come when nobody waits for it any more.
    this.failure.catch(() => undefined);
    this.stopRequested = new Promise((resolve) => {
      this.#onStop = () => this.#ask(resolve);
      for (const event of STOP_EVENTS) process.on(event, this.#onStop);
    });
  }

  /** Whether there was anything to take down. */
  get stoppedAnything(): boolean {
    return this.#database !== undefined;
  }

  /** Takes in a service as soon as its process exists. */
  add(service: Service): void {
    this.#services.push(service);
    if (this.#stopping) service.kill();
    void service.gone.then(async () => {
      if (!this.#stopping) this.#fail(await service.death());
    });
  }

  /** Takes in the database while it starts, so that a stop in the middle waits for it and then stops it. */
  async keep<Database extends { stop(): Promise<void> }>(database: Promise<Database>): Promise<Database> {
    this.#database = database;
    return database;
  }

  /** Stops everything; says what does not stop. Resolves when no process of ours is left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const name of STOP_ORDER) {
      await Promise.all(this.#services.filter((service) => service.name === name).map((service) => service.stop()));
    }
    const database = await this.#database?.catch(() => undefined);
    try {
      await database?.stop();
    } catch (cause) {
      process.exitCode = 1;
      console.error(explain(cause));
    }
    for (const event of STOP_EVENTS) process.off(event, this.#onStop);
  }

  #ask(resolve: () => void): void {
    const now = performance.now();
    this.#askedAt ??= now;
    if (now - this.#askedAt > SAME_CTRL_C_MS) {
      say('Stopping at once.');
      process.exitCode = 130;
      for (const service of this.#services) service.kill();
    } else if (!this.#stopping) {
      resolve();
    }
  }
}
