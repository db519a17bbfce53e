/**
 * One thread, one turn with `codex app-server`: handshake, thread/start, turn/start, and then answers to what it asks.
 * Under `contained` what it asks for is put before people; under `strict` nobody is asked, and all of it is declined. A message with a method is routed by it before any id
 * is looked at; words about another thread than ours end the conversation.
 */
import type { CodexProfile } from '../../codex/profile.ts';
import type { Ask, Conversation, ConversationEnd, Reply } from '../../conversation.ts';
import { isFields, textOf, type Fields } from '../../frames/fields.ts';
import { askOf } from './asks.ts';
import { allowOf, declineOf, MAX_REQUEST_CHARS } from './decline.ts';

export interface ThreadSetup {
  readonly model: string;
  readonly cwd: string;
  readonly input: string;
  readonly profile: CodexProfile;
  /** The thread to go on with, and no other; null: a new one. */
  readonly resume: string | null;
  readonly keep: boolean;
}

/** Most questions that wait for people at a time, and most changes of files that are kept to be shown. */
const MOST_OPEN = 16;

const IDS = { initialize: 1, thread: 2, turn: 3, interrupt: 4 } as const;
/** Words as they come, letter by letter; whole ones follow. */
const UNWANTED = [
  'item/agentMessage/delta',
  'item/reasoning/summaryPartAdded',
  'item/reasoning/summaryTextDelta',
  'item/reasoning/textDelta',
  'item/plan/delta',
];

export function appServerConversation(setup: ThreadSetup): Conversation {
  return new AppServerConversation(setup);
}

class AppServerConversation implements Conversation {
  readonly opening: readonly string[] = [
    message({
      id: IDS.initialize,
      method: 'initialize',
      params: {
        clientInfo: { name: 'runseal', title: 'Runseal', version: '1' },
        capabilities: { experimentalApi: true, requestAttestation: false, optOutNotificationMethods: UNWANTED },
      },
    }),
  ];
  end: ConversationEnd | null = null;
  readonly #setup: ThreadSetup;
  /** Ids of ours that wait for their answer. */
  readonly #waiting = new Set<number>([IDS.initialize]);
  #thread: string | null = null;
  #turn: string | null = null;
  #interrupted = false;
  /** Changes of files it has told of and not finished, by item. */
  readonly #changes = new Map<string, unknown>();
  readonly #taken: Ask[] = [];
  /** Ask → the request it came with. */
  readonly #open = new Map<Ask, Fields>();
  readonly people = { take: () => this.#taken.splice(0), answer: (ask: Ask, reply: Reply) => this.#answer(ask, reply) };

  constructor(setup: ThreadSetup) {
    this.#setup = setup;
  }

  hear(line: string): readonly string[] {
    if (this.end !== null) return [];
    let heard: unknown;
    try {
      heard = JSON.parse(line);
    } catch {
      return [];
    }
    if (!isFields(heard)) return [];
    if (typeof heard['method'] === 'string')
      return 'id' in heard ? this.#asked(heard, line.length) : this.#notified(heard['method'], heard['params']);
    return this.#answered(heard);
  }

  interrupt(): readonly string[] {
    this.#interrupted = true;
    if (this.#thread !== null && this.#turn !== null && this.end === null)
      return [
        message({
          id: IDS.interrupt,
          method: 'turn/interrupt',
          params: { threadId: this.#thread, turnId: this.#turn },
        }),
      ];
    this.#finish('cancelled');
    return [];
  }

  #asked(request: Fields, length: number): readonly string[] {
    const id = request['id'];
    if ((typeof id !== 'string' || id.length > 256) && !Number.isSafeInteger(id)) return [];
    if (length <= MAX_REQUEST_CHARS && this.#ask(request)) return [];
    return this.#decline(request, length <= MAX_REQUEST_CHARS);
  }

  /** False when it is not to be put before people. */
  #ask({ id, method, params }: Fields): boolean {
    if (this.#setup.profile === 'strict' || this.#open.size >= MOST_OPEN || !isFields(params)) return false;
    const ours = params['threadId'] === this.#thread && (this.#turn === null || params['turnId'] === this.#turn);
    const ask = ours ? askOf(method, params, this.#changes.get(textOf(params['itemId']) ?? '')) : null;
    if (ask === null) return false;
    this.#taken.push(ask);
    this.#open.set(ask, { id, method, params });
    return true;
  }

  #answer(ask: Ask, reply: Reply): readonly string[] {
    const request = this.#open.get(ask);
    if (request === undefined || this.end !== null) return [];
    this.#open.delete(ask);
    if (!reply.allowed) return this.#decline(request, true);
    return [message({ id: request['id'], result: allowOf(request, reply.text) })];
  }

  #decline(request: Fields, readable: boolean): readonly string[] {
    const id = request['id'];
    const { answer, question } = declineOf(request, readable);
    const said = [message({ id, ...answer })];
    if (question === null) return said;
    const interrupt = this.interrupt();
    this.#finish('needs_input', 'needs_input', `The harness asks: ${question}`);
    return [...said, ...interrupt];
  }

  #notified(method: string, params: unknown): readonly string[] {
    if (!isFields(params)) return [];
    const thread = isFields(params['thread']) ? params['thread']['id'] : params['threadId'];
    if (typeof thread === 'string' && this.#thread !== null && thread !== this.#thread)
      return this.#finish(
        'failed',
        'session_error',
        'The harness speaks of a thread that is not the one it was given.',
      );
    this.#keepChanges(method, params['item']);
    const turn = isFields(params['turn']) ? params['turn'] : {};
    if (method === 'turn/completed' && this.#thread !== null && (this.#turn === null || turn['id'] === this.#turn))
      return this.#completed(turn);
    return [];
  }

  #keepChanges(method: string, item: unknown): void {
    const id = isFields(item) && item['type'] === 'fileChange' ? textOf(item['id']) : undefined;
    if (id === undefined || !isFields(item)) return;
    if (method === 'item/completed') this.#changes.delete(id);
    else if (method === 'item/started' && this.#changes.size < MOST_OPEN) this.#changes.set(id, item['changes']);
  }

  #completed(turn: Fields): readonly string[] {
    switch (turn['status']) {
      case 'completed':
        return this.#finish('completed');
      case 'interrupted':
        return this.#interrupted
          ? this.#finish('cancelled')
          : this.#finish('failed', 'session_error', 'The turn was interrupted, and not by us.');
      default: {
        const error = isFields(turn['error']) ? textOf(turn['error']['message']) : undefined;
        return this.#finish('failed', null, error ?? 'The turn failed.');
      }
    }
  }

  #answered({ id, result, error }: Fields): readonly string[] {
    if (typeof id !== 'number' || !this.#waiting.delete(id)) return [];
    if (!isFields(result)) {
      const why = isFields(error) ? textOf(error['message']) : undefined;
      if (id === IDS.thread && this.#setup.resume !== null)
        return this.#finish(
          'needs_input',
          'session_error',
          `The thread cannot be gone on with: ${why ?? 'no reason given'}`,
        );
      return this.#finish('failed', 'session_error', why ?? 'The harness did not answer as its protocol says.');
    }
    switch (id) {
      case IDS.initialize:
        return [message({ method: 'initialized' }), this.#openThread()];
      case IDS.thread:
        return this.#threadStarted(result);
      default:
        this.#turn = isFields(result['turn']) ? (textOf(result['turn']['id']) ?? null) : null;
        return this.#interrupted ? this.interrupt() : [];
    }
  }

  #openThread(): string {
    const { resume } = this.#setup;
    if (resume === null) return this.#call(IDS.thread, 'thread/start', threadOf(this.#setup));
    // Every capability is said again: what is left out would be as codex remembers it.
    return this.#call(IDS.thread, 'thread/resume', { threadId: resume, excludeTurns: true, ...heldBy(this.#setup) });
  }

  #threadStarted(result: Fields): readonly string[] {
    const id = isFields(result['thread']) ? textOf(result['thread']['id']) : undefined;
    if (id === undefined || id.length > 256)
      return this.#finish('failed', 'session_error', 'The harness did not name the thread it started.');
    if (this.#setup.resume !== null && id !== this.#setup.resume)
      return this.#finish('failed', 'session_error', 'The harness went on with another thread than it was given.');
    this.#thread = id;
    const input = [{ type: 'text', text: this.#setup.input }];
    return [this.#call(IDS.turn, 'turn/start', { threadId: id, input })];
  }

  #call(id: number, method: string, params: Fields): string {
    this.#waiting.add(id);
    return message({ id, method, params });
  }

  #finish(state: ConversationEnd['state'], code: string | null = null, reason = ''): readonly string[] {
    this.end ??= { state, code, reason: reason.slice(0, 2000).toWellFormed() };
    return [];
  }
}

/**
 * Nothing is kept unless it was asked for. Under `strict` nobody is asked and no environment to act in is offered: what is left is the bridge. Under
 * `contained` it asks before whatever it does not hold to be harmless; its own sandbox cannot nest in ours, and is off.
 */
const threadOf = (setup: ThreadSetup): Fields => ({
  ...heldBy(setup),
  ...(setup.profile === 'strict' ? { environments: [] } : {}),
  ephemeral: !setup.keep,
});

const heldBy = ({ model, cwd, profile }: ThreadSetup): Fields => ({
  model,
  cwd,
  ...(profile === 'strict'
    ? { approvalPolicy: 'never', sandbox: 'read-only' }
    : { approvalPolicy: 'untrusted', sandbox: 'danger-full-access' }),
});

const message = (value: Fields): string => JSON.stringify(value);
