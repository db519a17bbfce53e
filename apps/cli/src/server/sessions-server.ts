import type { RunsealClient, Wire } from '@runseal/api/client';
import { watchEvents, type EventView, type Hear } from './watch-events.ts';

export type SessionView = Wire<'SessionView'>;
export type TurnView = Wire<'TurnView'>;

export interface TurnName {
  readonly session: string;
  readonly turn: number;
}

/** What the `sessions` commands need of the API. */
export interface SessionsServer {
  create(request: Partial<Wire<'AgentSessionRequest'>>): Promise<Wire<'SessionCreated'>>;
  list(query: { project?: string; workspace?: string; limit: number; cursor?: string }): Promise<Wire<'SessionPage'>>;
  show(session: string): Promise<SessionView>;
  turns(session: string): Promise<readonly TurnView[]>;
  /** Without words the unfinished turn is driven again. */
  exec(session: string, said: string | null, expectedLastSeq?: number): Promise<Wire<'TurnAccepted'>>;
  /** Events of a turn after the given seq, to the turn's end; resumes by itself. */
  watch(turn: TurnName, after: number, signal: AbortSignal, hear?: Hear): AsyncIterable<EventView>;
  change(session: string, what: 'cancel' | 'suspend' | 'resume' | 'close', reason: string): Promise<SessionView>;
  remove(session: string): Promise<SessionView>;
  fork(session: string, request: Partial<Wire<'ForkRequest'>>): Promise<Wire<'ForkDone'>>;
  /** The record told again: one JSON object a line. */
  replay(session: string, range: { from?: number; to?: number; inherited: boolean }): Promise<string>;
}

/** `ask` answers the data of a call, or throws the CliError it stands for. */
type Ask = <Data>(
  answer: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
) => Promise<Data>;

export function sessionsServer(client: RunsealClient, ask: Ask): SessionsServer {
  const at = (session: string) => ({ path: { session } });
  return {
    create: (body) => ask(client.POST('/api/v1/sessions', { body })),
    list: (query) => ask(client.GET('/api/v1/sessions', { params: { query } })),
    show: (session) => ask(client.GET('/api/v1/sessions/{session}', { params: at(session) })),
    turns: async (session) =>
      (await ask(client.GET('/api/v1/sessions/{session}/turns', { params: at(session) }))).items,
    exec: async (session, said, expectedLastSeq) => {
      const body = {
        inputs: said === null ? [] : [{ type: 'text' as const, text: said }],
        ...(expectedLastSeq !== undefined && { expectedLastSeq }),
      };
      const accepted = await ask(client.POST('/api/v1/sessions/{session}/exec', { params: at(session), body }));
      // The route has a second form, a stream; the types of the client do not tell who asked for which.
      if (typeof accepted === 'string') throw new TypeError('The server answered with a stream that nobody asked for.');
      return accepted;
    },
    watch: (path, start, signal, hear) => {
      const open = async (after: number) => {
        const params = { path, header: { 'Last-Event-ID': String(after) } };
        return ask(client.GET('/api/v1/sessions/{session}/turns/{turn}/stream', { params, parseAs: 'stream', signal }));
      };
      return watchEvents(start, signal, open, hear);
    },
    change: (session, what, reason) =>
      ask(client.POST(`/api/v1/sessions/{session}/${what}`, { params: at(session), body: { reason } })),
    remove: (session) => ask(client.DELETE('/api/v1/sessions/{session}', { params: at(session) })),
    fork: (session, body) => ask(client.POST('/api/v1/sessions/{session}/fork', { params: at(session), body })),
    replay: (session, { from, to, inherited }) =>
      ask(
        client.GET('/api/v1/sessions/{session}/replay', {
          params: {
            ...at(session),
            query: {
              ...(from !== undefined && { from }),
              ...(to !== undefined && { to }),
              inherited: inherited ? 'true' : 'false',
            },
          },
          parseAs: 'text',
        }),
      ),
  };
}
