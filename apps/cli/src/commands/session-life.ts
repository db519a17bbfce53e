import type { Command } from 'commander';
import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import { sessionLine, sessionRow, SESSION_HEAD } from '../render/session.ts';
import { collect, wholeNumber } from './options.ts';

const CHANGES = [
  ['cancel', 'stop the turn that is open; the session goes on'],
  ['suspend', 'take no more turns until it is resumed'],
  ['resume', 'take turns again'],
  ['close', 'end the session and seal its record'],
] as const;

/** What is decided about a session: cancel, suspend, resume, close, delete, fork, replay. */
export function registerSessionLife(sessions: Command, act: Registrar['act']): void {
  for (const [what, does] of CHANGES)
    sessions
      .command(what)
      .description(does)
      .argument('<session>', 'its id or its name')
      .requiredOption('--reason <text>', 'why; goes onto the record')
      .addHelpText('after', `\nExample:\n  runseal sessions ${what} try --reason "lunch"`)
      .action(
        act<{ reason: string }>(async ({ args: [id = ''], options }, context) => {
          const session = await (await context.server()).sessions.change(id, what, options.reason);
          return { exitCode: EXIT.ok, document: session, screen: [sessionLine(session)] };
        }),
      );
  sessions
    .command('delete')
    .description('seal the record and take the session out of lists; the record stays')
    .argument('<session>', 'its id or its name')
    .addHelpText('after', '\nExample:\n  runseal sessions delete try')
    .action(
      act(async ({ args: [id = ''] }, context) => {
        const session = await (await context.server()).sessions.remove(id);
        return { exitCode: EXIT.ok, document: session, screen: [sessionLine(session)] };
      }),
    );
  registerFork(sessions, act);
  registerReplay(sessions, act);
}

function registerFork(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('fork')
    .description('make sessions that share its events and commit to them')
    .argument('<session>', 'its id or its name')
    .option('--at-seq <seq>', 'last event the children share; 0 is the newest', wholeNumber(0), 0)
    .option('--children <count>', 'how many, 1 to 128', wholeNumber(1))
    .option('--name <label>', 'name of a child (once for each, or not at all)', collect)
    .addHelpText('after', '\nExample:\n  runseal sessions fork try --name left --name right')
    .action(
      act<{ atSeq: number; children?: number; name?: readonly string[] }>(
        async ({ args: [id = ''], options }, context) => {
          const { atSeq, name, children = name?.length ?? 1 } = options;
          const request = { atSeq, children, ...(name !== undefined && { names: [...name] }) };
          const done = await (await context.server()).sessions.fork(id, request);
          return {
            exitCode: EXIT.ok,
            document: done,
            screen: [
              [`Shared: the first ${done.seq} events of ${done.parent}, root ${done.root}`],
              { head: SESSION_HEAD, rows: done.children.map(sessionRow) },
            ],
          };
        },
      ),
    );
}

function registerReplay(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('replay')
    .description('print the session again from its record, one JSON object a line; no model is asked')
    .argument('<session>', 'its id or its name')
    .option('--from <seq>', 'first event', wholeNumber(1))
    .option('--to <seq>', 'last event', wholeNumber(1))
    .option('--inherited', 'the events shared with its parents first')
    .addHelpText('after', '\nExample:\n  runseal sessions replay try --from 3 --to 9')
    .action(
      act<{ from?: number; to?: number; inherited?: boolean }>(async ({ args: [id = ''], options }, context) => {
        const { from, to, inherited = false } = options;
        const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), inherited };
        const lines = (await (await context.server()).sessions.replay(id, range)).trimEnd().split('\n');
        return {
          exitCode: EXIT.ok,
          document: lines.map((line) => JSON.parse(line) as unknown),
          screen: lines.map((line) => [line]),
        };
      }),
    );
}
