import type { Wire } from '@runseal/api/client';
import { setTimeout as pause } from 'node:timers/promises';
import type { House } from './api-house.ts';

export type Session = Wire<'SessionView'>;

/** POST with a JSON body; answers the status and the body. */
export async function post<T = Record<string, unknown>>(
  house: House,
  path: string,
  body: object,
): Promise<readonly [number, T]> {
  const response = await house.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, (await response.json()) as T];
}

export async function get<T>(house: House, path: string): Promise<T> {
  return (await (await house.ask(path)).json()) as T;
}

/** Makes a session; `echo` without walls unless the test says otherwise. */
export async function open(house: House, more: object = {}): Promise<Session> {
  const [status, body] = await post<Wire<'SessionCreated'>>(house, '/api/v1/sessions', {
    harness: 'echo',
    containmentFloor: 'process',
    ...more,
  });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.session;
}

export const text = (said: string) => [{ type: 'text', text: said }];

/** Waits until the session satisfies the condition, looking as a client would. */
export async function untilSession(
  house: House,
  session: string,
  condition: (view: Session) => boolean,
  ms = 30_000,
): Promise<Session> {
  const deadline = Date.now() + ms;
  for (;;) {
    const view = await get<Session>(house, `/api/v1/sessions/${session}`);
    if ('session' in view && condition(view)) return view;
    if (Date.now() > deadline) throw new Error(`session ${session} did not get there: ${JSON.stringify(view)}`);
    await pause(25);
  }
}

const UNDER_WAY = ['running', 'awaiting', 'pending'];

/** Says something and waits for the end of the turn. */
export async function say(house: House, session: string, said: string): Promise<Session> {
  const [status, body] = await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text(said) });
  if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return untilSession(house, session, ({ execState }) => !UNDER_WAY.includes(execState));
}

export async function turnsOf(house: House, session: string): Promise<readonly Wire<'TurnView'>[]> {
  return (await get<Wire<'TurnList'>>(house, `/api/v1/sessions/${session}/turns`)).items;
}

export async function replay(house: House, session: string, query = ''): Promise<string> {
  return (await house.ask(`/api/v1/sessions/${session}/replay${query}`)).text();
}
