import { renderScreen } from './render/screen.ts';
import { connect } from './server/connect.ts';
import { progressOn } from './progress.ts';
import { wantsColour, type Io } from './io.ts';
import type { Context } from './context.ts';
import type { Server } from './server/server.ts';

/** Builds the context of one command from the process and the global options. */
export function openContext(io: Io, json: boolean, options: Readonly<Record<string, unknown>>): Context {
  let server: Promise<Server> | undefined;
  return {
    io,
    json,
    server: () => (server ??= connect({ url: textOf(options['url']), keyFile: textOf(options['keyFile']), io })),
    show: (blocks) => {
      if (!json) io.stdout.write(renderScreen(blocks, wantsColour(io.stdout, io.env)));
    },
    progress: progressOn(io, json),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
