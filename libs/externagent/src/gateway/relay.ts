/** Passes one call to the provider and its answer back as it comes, byte for byte but for the operator's key. */
import {
  request as requestHttp,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { keyMask } from '@runseal/harness';
import type { Redactor } from '../redact.ts';
import type { AnswerNotes } from './answer-notes.ts';
import { EventStreamReader, readEach } from './event-stream.ts';
import { KeptBytes } from './kept-bytes.ts';
import { MAX_KEPT_BYTES, withoutSecrets } from './drafts.ts';
import type { Fields, Protocol } from './protocol.ts';
import { mediaOf, passedHeaders } from './passed-headers.ts';
import { refuse } from './refuse.ts';
import { unpacked } from './unpacked.ts';

/** A call as it will be sent. */
export interface Addressed {
  readonly target: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}

export interface Relayed extends Addressed {
  /** What `prepare` gave for it. */
  readonly prepared: ClientRequest;
  readonly protocol: Protocol;
  readonly response: ServerResponse;
  readonly body: Uint8Array;
  readonly notes: AnswerNotes;
  /** Asked after each piece of the answer, before it is passed on; a reason cuts the answer there. */
  readonly cut: () => string | null;
  /** Ends the call: the episode is over. */
  readonly signal: AbortSignal;
  readonly secrets: Redactor;
  /** The operator's: it is no business of the client's, whatever the provider says. */
  readonly key: string;
}

export interface RelayEnd {
  readonly answer: { readonly kept: KeptBytes; readonly media: string } | null;
  /** `code: sentence`, or null when the answer came whole and the provider reports no failure in it. */
  readonly error: string | null;
  /** The provider took the call (2xx), or has all of it and was not heard out: it may have been paid for. */
  readonly accepted: boolean;
}

/** A provider that says nothing for this long is given up, milliseconds. */
const SILENCE_MS = 300_000;
/** Provisional answers (1xx) before the answer; one that goes on sending them is given up. */
const MAX_PROVISIONAL = 64;

/**
 * Makes a call ready while it gets on the record: the connection may open, and nothing leaves before `relay`. What is not
 * relayed is to be destroyed.
 */
export function prepare({ target, headers, agent }: Addressed): ClientRequest {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(target, { method: 'POST', headers, agent, timeout: SILENCE_MS });
  // Whoever relays it sees that it broke.
  outgoing.on('error', () => undefined);
  return outgoing;
}

/** Never rejects. */
export function relay(call: Relayed): Promise<RelayEnd> {
  return new Promise((resolve) => {
    const { response, body, signal, protocol } = call;
    // A connection that broke before anything was sent says nothing about the next.
    const outgoing = call.prepared.destroyed ? prepare(call) : call.prepared;
    let seen: Omit<RelayEnd, 'error'> = { answer: null, accepted: false };
    let ended = false;
    const end = (error: string | null): void => {
      if (ended) return;
      ended = true;
      signal.removeEventListener('abort', over);
      response.off('close', left);
      resolve({ ...seen, accepted: seen.answer === null ? outgoing.writableFinished : seen.accepted, error });
      if (error !== null) outgoing.destroy();
    };
    const left = (): void => end('client_aborted: the harness hung up before the answer was over');
    const over = (): void => {
      end('episode_over: the episode ended before the answer did');
      response.destroy();
    };
    response.once('close', left);
    signal.addEventListener('abort', over);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`nothing came for ${SILENCE_MS} ms`)));
    let provisional = 0;
    outgoing.on('information', () => {
      provisional += 1;
      if (provisional > MAX_PROVISIONAL) outgoing.destroy(new Error('it sends provisional answers and no answer'));
    });
    const unreachable = (reason: string): void => {
      // What becomes of an answer that has begun is told by the answer.
      if (ended || seen.answer !== null) return;
      end(`provider_unreachable: ${reason}`);
      refuse(response, protocol, 'provider_unreachable', 'The model provider cannot be reached.');
    };
    outgoing.on('error', ({ message }) => unreachable(message));
    // A switch of protocols that nobody asked for ends a request without an error.
    outgoing.once('close', () => unreachable('the connection closed without an answer'));
    outgoing.once('response', (incoming) => {
      const accepted = isAccepted(incoming);
      const kept = new KeptBytes(MAX_KEPT_BYTES);
      seen = { answer: { kept, media: mediaOf(incoming, call.secrets) }, accepted };
      const arriving: Arriving = { incoming, body: unpacked(incoming), kept, end };
      if (accepted) passAnswer(call, arriving);
      else passRefusal(call, arriving);
    });
    response.on('error', () => undefined);
    if (signal.aborted) over();
    else if (response.destroyed) left();
    else outgoing.end(body);
  });
}

/**
 * Holds what is written in this turn of the loop until its end, so that it leaves as one piece: each that leaves wakes the
 * client. The socket is held, not the response, which sends its pieces out of order when it is ended while held.
 */
function holdForTheTurn(response: ServerResponse): () => void {
  let held = false;
  return () => {
    const { socket } = response;
    if (held || socket === null) return;
    held = true;
    socket.cork();
    setImmediate(() => {
      held = false;
      // One that is ended has left.
      if (!response.writableEnded) socket.uncork();
    });
  };
}

const isAccepted = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

/** An answer that has begun. */
interface Arriving {
  readonly incoming: IncomingMessage;
  /** What it says, unpacked. */
  readonly body: Readable;
  readonly kept: KeptBytes;
  readonly end: (error: string | null) => void;
}

function passAnswer(call: Relayed, { incoming, body, kept, end }: Arriving): void {
  const { response, notes, protocol } = call;
  const streamed = isEventStream(incoming);
  const note = (message: Fields): void => protocol.note(message, notes);
  const unread = (length: number): void => void (notes.unreadBytes += length);
  const reader = streamed ? new EventStreamReader(note, unread) : null;
  response.writeHead(incoming.statusCode ?? 200, passedHeaders(incoming, call.secrets));
  // A head that came alone does not wait for what follows.
  const alone = setImmediate(() => (response.writableEnded ? undefined : response.flushHeaders()));
  const hold = holdForTheTurn(response);
  hold();
  /** The client sees an answer that began and broke off: what was passed on leaves at the end of this turn. */
  const cut = (reason: string): void => {
    response.flushHeaders();
    end(reason);
    setImmediate(() => response.destroy());
  };
  const mask = keyMask(call.key, streamed ? 'events' : 'bytes');
  let whole = false;
  const pass = (piece: Buffer): void => {
    if (piece.length === 0) return;
    clearImmediate(alone);
    hold();
    kept.push(piece);
    if (reader !== null) reader.feed(piece);
    // One that is answered whole is read once it is over; what is not kept until then is never read.
    else if (!kept.isWhole) unread(piece.length);
    const reason = call.cut();
    if (reason !== null) cut(reason);
    else if (!response.write(piece)) {
      body.pause();
      response.once('drain', () => body.resume());
    }
  };
  body.on('data', (chunk: Buffer) => pass(mask.push(chunk)));
  body.once('end', () => {
    pass(mask.end());
    whole = incoming.complete;
    kept.ended = whole;
    if (!whole) return;
    reader?.end();
    if (reader === null && !(kept.isWhole && readEach(new TextDecoder().decode(kept.bytes()), note)))
      notes.unreadBytes = kept.total;
    const reason = call.cut();
    if (reason !== null) cut(reason);
    else {
      end(endOf(notes, streamed));
      response.end();
    }
  });
  body.on('error', () => undefined);
  body.once('close', () => {
    const why =
      body === incoming ? 'the connection broke before the answer was over' : 'it cannot be unpacked to its end';
    if (whole) return;
    pass(mask.end());
    cut(`provider_cut: ${why}`);
  });
}

function endOf(notes: AnswerNotes, streamed: boolean): string | null {
  if (notes.failure !== null) return `provider_failed: ${notes.failure}`;
  return streamed && !notes.ended ? 'provider_cut: the stream ended without its last event' : null;
}

/** Longest refusal that is passed on, in bytes. */
const MAX_REFUSAL = 256 * 1024;

/** A refusal may quote the key, so it is read whole and cleaned before the client sees it. Redirections are not followed. */
function passRefusal(call: Relayed, { incoming, body, kept, end }: Arriving): void {
  const { response, protocol, secrets } = call;
  const { statusCode = 502 } = incoming;
  const mask = keyMask(call.key, 'bytes');
  body.once('end', () => {
    kept.push(mask.end());
    kept.ended = incoming.complete;
  });
  const finish = (): void => {
    const missing = kept.ended ? '' : ', and not all of what it said is kept';
    end(`http_${statusCode}: the provider refused the call${missing}`);
    if (response.headersSent || response.destroyed) return;
    if (statusCode < 400)
      refuse(
        response,
        protocol,
        'provider_unreachable',
        'The model provider redirects: its address must be set right.',
      );
    else {
      response.writeHead(statusCode, passedHeaders(incoming, secrets));
      response.end(withoutSecrets(kept, secrets));
    }
  };
  body.on('data', (chunk: Buffer) => {
    // Where it is cut, what could be the beginning of the key is left out.
    kept.push(mask.push(chunk));
    if (kept.total > MAX_REFUSAL) incoming.destroy();
  });
  body.on('error', () => undefined);
  body.once('close', finish);
}

const isEventStream = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith('text/event-stream');
