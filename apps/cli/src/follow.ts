import { CliError, EXIT } from './errors.ts';
import { eventLine } from './render/run.ts';
import { WordsOnScreen } from './render/words.ts';
import { mixText } from './render/report.ts';
import { overWithoutSeal, settledRun } from './settled-run.ts';
import type { Context } from './context.ts';
import type { EventView } from './server/server.ts';
import type { Outcome } from './outcome.ts';

/** Shows a run's events until it is sealed, or over without a seal; exits 1 when the run did not complete. */
export async function followRun(id: string, after: number, context: Context): Promise<Outcome> {
  const server = await context.server();
  const events: EventView[] = [];
  const shown = new WordsOnScreen(context.io, context.json);
  const over = overWithoutSeal(server, id);
  try {
    for await (const event of server.watch(id, after, AbortSignal.any([context.io.signal, over.signal]), shown.say)) {
      shown.begin(event.seq);
      if (context.json) events.push(event);
      else context.show([eventLine(event)]);
    }
  } finally {
    shown.pause();
    over.stop();
  }
  if (context.io.signal.aborted)
    throw new CliError('interrupted', `Stopped watching, and stopped nothing else. Continue: runseal watch ${id}`, {
      exitCode: EXIT.unreadable,
    });
  const run = await settledRun(server, id);
  const done = run.state === 'completed';
  return {
    exitCode: done ? EXIT.ok : EXIT.failed,
    document: { ...run, eventList: events },
    screen: [
      [],
      [
        { text: id, tone: 'strong' },
        '  ',
        { text: run.state, tone: done ? 'good' : 'bad' },
        run.sealed ? ', sealed' : ', not sealed',
      ],
      ...(run.error === null ? [] : [[`error  ${run.error} (${run.errorCode ?? ''})`]]),
      [`tiers  ${mixText({ tiers: run.tiers })}`],
      ...(run.vouches === null ? [] : [[run.vouches]]),
    ],
  };
}
