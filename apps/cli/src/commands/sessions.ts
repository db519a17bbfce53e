import type { Command } from 'commander';
import { CliError, EXIT } from '../errors.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';
import type { Registrar } from '../registrar.ts';
import { endBlocks, sessionLine, sessionRow, SESSION_HEAD, turnBlocks } from '../render/session.ts';
import { WordsOnScreen } from '../render/words.ts';
import type { SessionsServer } from '../server/sessions-server.ts';
import { moreBlocks } from '../render/more.ts';
import { collect, otherThan, wholeNumber } from './options.ts';
import { registerLineage } from './lineage.ts';
import { registerSessionLife } from './session-life.ts';

/** `runseal sessions …`: runs of many turns. */
export function registerSessions({ program, act }: Registrar): void {
  const sessions = program.command('sessions').description('sessions: runs of many turns over one record');
  registerCreate(sessions, act);
  registerList(sessions, act);
  registerShow(sessions, act);
  registerSay(sessions, act);
  registerSessionLife(sessions, act);
  registerLineage(sessions, act);
}

interface CreateOptions {
  readonly harness?: string;
  readonly model?: string;
  readonly project?: string;
  readonly name?: string;
  readonly title?: string;
  readonly guidance?: string;
  readonly grant?: readonly string[];
  readonly approve?: readonly string[];
  readonly containmentFloor?: 'process' | 'kernel' | 'container' | 'microvm';
  readonly workspace?: string;
}

function registerCreate(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('create')
    .description('make a session')
    .option('--harness <name>', 'echo, chat or remote:NAME; without one: chat where a model is set up, else echo')
    .option('--model <name>', 'the model')
    .option('--project <name>', 'for lists')
    .option('--name <label>', 'unique within the workspace; may stand for the id')
    .option('--title <text>', 'for lists')
    .option('--guidance <text>', 'standing guidance, placed before every turn')
    .option('--grant <actions>', 'actions the turns may take, with commas (may be repeated)', collect)
    .option('--approve <action>', 'an action that one person must approve each time (may be repeated)', collect)
    .option('--containment-floor <level>', 'process, kernel, container or microvm; remote harnesses need process')
    .option('--workspace <name>', 'the tenant it belongs to')
    .addHelpText(
      'after',
      '\nExamples:\n  runseal sessions create --harness echo --name try\n  runseal sessions say try "Hello"',
    )
    .action(
      act<CreateOptions>(async ({ options }, context) => {
        const { sessions: server } = await context.server();
        const { harness, model, project, name, title, guidance, grant, approve, containmentFloor, workspace } = options;
        const created = await server.create({
          ...given({ harness, model, project, name, title, guidance, containmentFloor, workspace }),
          ...(grant !== undefined && { grant: grant.flatMap((list) => list.split(',')).filter(Boolean) }),
          ...(approve !== undefined && {
            approvals: Object.fromEntries(approve.map((action) => [action, ONE_PERSON])),
          }),
        });
        return { exitCode: EXIT.ok, document: created, screen: [sessionLine(created.session)] };
      }),
    );
}

const ONE_PERSON = { required: 1, of: [], never: false, expiresMs: 86_400_000 };

/** Only what was said. */
function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

function registerList(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('list')
    .description('list sessions, newest first')
    .option('--project <name>', 'only sessions of exactly this project')
    .option('--workspace <name>', 'only sessions of this workspace')
    .option('--limit <count>', 'sessions per page', wholeNumber(1), 20)
    .option('--cursor <cursor>', 'continue after a page')
    .addHelpText('after', '\nExample:\n  runseal sessions list --project demo --json')
    .action(
      act<Parameters<SessionsServer['list']>[0]>(async ({ options }, context) => {
        const { sessions: server } = await context.server();
        const { project, workspace, limit, cursor } = options;
        const page = await server.list({ limit, ...given({ project, workspace, cursor }) });
        const narrowed = { project, workspace, limit: otherThan(20, limit) };
        const more =
          page.nextCursor === null ? [] : moreBlocks('sessions list', narrowed, `--cursor ${page.nextCursor}`);
        return {
          exitCode: EXIT.ok,
          document: page,
          screen:
            page.items.length === 0
              ? [['No session. Make one: runseal sessions create --harness echo']]
              : [{ head: SESSION_HEAD, rows: page.items.map(sessionRow) }, ...more],
        };
      }),
    );
}

function registerShow(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('show')
    .description('show a session with everything that was said')
    .argument('<session>', 'its id or its name')
    .addHelpText('after', '\nExample:\n  runseal sessions show try')
    .action(
      act(async ({ args: [id = ''] }, context) => {
        const { sessions: server } = await context.server();
        const session = await server.show(id);
        const turns = await server.turns(id);
        return {
          exitCode: EXIT.ok,
          document: { ...session, turnList: turns },
          screen: [sessionLine(session), ...turns.flatMap(turnBlocks)],
        };
      }),
    );
}

interface SayOptions {
  readonly expectLastSeq?: number;
  readonly wait: boolean;
}

function registerSay(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('say')
    .description('begin a turn and wait for its end')
    .argument('<session>', 'its id or its name')
    .argument('<words>', 'what is said')
    .option('--expect-last-seq <seq>', 'refuse when the session stands elsewhere', wholeNumber(0))
    .option('--no-wait', 'do not wait for the end')
    .addHelpText('after', '\nExample:\n  runseal sessions say try "Hello" --expect-last-seq 2')
    .action(act<SayOptions>(({ args: [id = '', words = ''], options }, context) => exec(id, words, options, context)));
  sessions
    .command('redrive')
    .description('drive the turn that was left unfinished again; nothing happens twice')
    .argument('<session>', 'its id or its name')
    .option('--no-wait', 'do not wait for the end')
    .addHelpText('after', '\nExample:\n  runseal sessions redrive try')
    .action(act<SayOptions>(({ args: [id = ''], options }, context) => exec(id, null, options, context)));
}

type Accepted = Awaited<ReturnType<SessionsServer['exec']>>;

async function exec(id: string, words: string | null, options: SayOptions, context: Context): Promise<Outcome> {
  const { sessions: server } = await context.server();
  const accepted = await server.exec(id, words, options.expectLastSeq);
  if (!options.wait) return { exitCode: EXIT.ok, document: accepted, screen: [sessionLine(accepted.session)] };
  const shown = new WordsOnScreen(context.io, context.json);
  await followTurn(server, accepted, context, shown);
  const session = await server.show(id);
  const turn = (await server.turns(id)).find((each) => each.turn === accepted.turn);
  return {
    exitCode: session.execState === 'completed' ? EXIT.ok : EXIT.failed,
    document: { session, turn },
    screen: [...(turn === undefined ? [] : endBlocks(turn, shown.against(turn.output))), [], sessionLine(session)],
  };
}

/** Waits for the end of the turn; says when it waits for people. */
async function followTurn(
  server: SessionsServer,
  { session: { session, lastSeq }, turn, redrive }: Accepted,
  context: Context,
  shown: WordsOnScreen,
): Promise<void> {
  const { signal } = context.io;
  // Of a turn that is driven again, what was asked before is no news.
  try {
    for await (const event of server.watch({ session, turn }, redrive ? lastSeq : 0, signal, shown.say)) {
      // Words before the model is asked again are one answer, those after it another.
      if (event.type === 'model.called') shown.begin(event.seq);
      if (event.type !== 'approval.requested') continue;
      shown.pause();
      context.show([[`A call waits for a person: runseal approvals (run ${session})`]]);
    }
  } finally {
    shown.pause();
  }
  if (signal.aborted)
    throw new CliError('interrupted', `Stopped waiting; the turn goes on. See: runseal sessions show ${session}`, {
      exitCode: EXIT.unreadable,
    });
}
