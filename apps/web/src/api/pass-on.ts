const DEFAULT_API_URL = 'http://127.0.0.1:4400';

/** Headers that belong to one hop (RFC 9110, 7.6.1), or that fetch sets anew. */
const HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
];

/**
 * Passes one request under /api on to the API and streams the answer back, byte by byte: server-sent events arrive as
 * they are sent, a record of any size is never held in memory, and a reader who leaves ends the upstream request too.
 * The API's address is read from RUNSEAL_API_URL at each request, never from the request.
 */
export async function passOn(request: Request): Promise<Response> {
  const from = new URL(request.url);
  // Set part by part: joined as text, a path that begins with two slashes would name another host.
  const target = new URL(process.env['RUNSEAL_API_URL'] ?? DEFAULT_API_URL);
  target.pathname = from.pathname;
  target.search = from.search;
  try {
    const answer = await fetch(target, {
      method: request.method,
      headers: forwarded(request.headers, from),
      body: request.body,
      redirect: 'manual',
      cache: 'no-store',
      signal: request.signal,
      ...(request.body === null ? {} : { duplex: 'half' }),
    });
    return new Response(answer.body, { status: answer.status, headers: answered(answer.headers) });
  } catch (cause) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    return unreachable(cause);
  }
}

function forwarded(incoming: Headers, from: URL): Headers {
  const headers = new Headers(incoming);
  for (const name of [...HOP, 'content-length']) headers.delete(name);
  headers.set('x-forwarded-host', incoming.get('host') ?? from.host);
  headers.set('x-forwarded-proto', incoming.get('x-forwarded-proto') ?? from.protocol.replace(':', ''));
  // fetch decodes what it is sent, so ask for the plain bytes: those are also the ones that stream.
  headers.set('accept-encoding', 'identity');
  return headers;
}

function answered(incoming: Headers): Headers {
  const headers = new Headers(incoming);
  for (const name of HOP) headers.delete(name);
  // A length counts the bytes before decoding, so it holds only where nothing was decoded.
  if (headers.has('content-encoding')) headers.delete('content-length');
  headers.delete('content-encoding');
  return headers;
}

function unreachable(cause: unknown): Response {
  console.error('The API could not be reached:', cause instanceof Error ? cause.message : 'unknown');
  const problem = {
    type: 'urn:runseal:problem:api_unreachable',
    title: 'The API could not be reached',
    status: 502,
    code: 'api_unreachable',
    detail: 'The dashboard is up but the API behind it does not answer. Check that it is running, then try again.',
  };
  return Response.json(problem, { status: 502, headers: { 'content-type': 'application/problem+json' } });
}
