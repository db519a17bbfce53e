import type { Io } from './io.ts';
import type { Block } from './render/screen.ts';
import type { Server } from './server/server.ts';

/** What every command is given beside its own arguments. */
export interface Context {
  readonly io: Io;
  /** True with --json: the command must not show anything live. */
  readonly json: boolean;
  /** The API, connected on first use, so that offline commands need neither address nor key. */
  server(): Promise<Server>;
  /** Shows blocks at once, for commands that follow something live; silent with --json. */
  show(blocks: readonly Block[]): void;
  /** A bar on stderr when that is a terminal, else nothing. */
  progress(label: string, total: number): Progress;
}

export interface Progress {
  advance(by: number): void;
  stop(): void;
}
