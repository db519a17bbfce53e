/** The HTTP side: CONNECT for anything that speaks TLS, absolute http:// addresses for the rest. A token says which lease. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EgressDesk } from './desk.ts';
import { dialByHost, type Dial } from './dial.ts';
import type { EgressLease } from './lease.ts';
import { passOn } from './pass-on.ts';
import { authorityOf } from './target.ts';
import { tunnel } from './tunnel.ts';

/** Of one program that is contained; of all others together, whose connections say only later whose they are. */
const MAX_CONNECTIONS = 256;
const USER = 'runseal';

interface Lent {
  readonly call: number | null;
  readonly digest: Buffer;
  readonly open: Set<Duplex>;
}

export class EgressProxy {
  readonly #desk: EgressDesk;
  readonly #dial: Dial;
  readonly #server: Server;
  readonly #leases = new Set<Lent>();
  /** What is judged, or connected and its end not on the record yet. Never rejects. */
  readonly #going = new Set<Promise<void>>();

  private constructor(desk: EgressDesk, dial: Dial) {
    this.#desk = desk;
    this.#dial = dial;
    // Whatever one program sends, the proxy stays up for the others.
    this.#server = createServer((request, response) => {
      this.#follow(this.#asked(request, response).catch(() => void response.destroy()));
    });
    this.#server.on('connect', (request, socket, head) => {
      this.#follow(this.#connect(request, socket, head).catch(() => void socket.destroy()));
    });
    this.#server.headersTimeout = 10_000;
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  static async start(desk: EgressDesk, dial: Dial = dialByHost): Promise<EgressProxy> {
    const proxy = new EgressProxy(desk, dial);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  lend(call: number | null): EgressLease {
    const token = randomBytes(24).toString('hex');
    const lent: Lent = { call, digest: digestOf(token), open: new Set() };
    this.#leases.add(lent);
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://${USER}:${token}@127.0.0.1:${port}`;
    return {
      reach: { port, target: { host: '127.0.0.1', port }, accept: (near) => this.#take(lent, near) },
      env: { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url, ...DIRECT },
      secrets: [token, Buffer.from(`${USER}:${token}`).toString('base64')],
      release: () => {
        this.#leases.delete(lent);
        for (const end of lent.open) end.destroy();
      },
    };
  }

  async close(): Promise<void> {
    for (const lent of [...this.#leases]) {
      this.#leases.delete(lent);
      for (const end of lent.open) end.destroy();
    }
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    await Promise.all(this.#going);
  }

  /** Counted before it has said anything: what says nothing takes room all the same. */
  #take(lent: Lent, near: Duplex): void {
    if (!this.#leases.has(lent) || lent.open.size >= MAX_CONNECTIONS) {
      near.destroy();
      return;
    }
    hold(lent, near);
    this.#server.emit('connection', near);
  }

  async #connect(request: IncomingMessage, near: Duplex, head: Buffer): Promise<void> {
    near.on('error', () => near.destroy());
    const lent = this.#leaseOf(request);
    const target = authorityOf(request.url ?? '');
    if (lent === null || target === null) {
      refuse(near, lent === null ? PROVE : '400 Bad Request');
      return;
    }
    hold(lent, near);
    const decided = await this.#desk.decide({ ...target, via: 'connect', call: lent.call });
    if (decided?.reason === 'listed') await tunnel({ near, head, decided, dial: this.#dial });
    else refuse(near, '403 Forbidden', decided?.reason);
  }

  async #asked(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const lent = this.#leaseOf(request);
    if (lent === null) {
      response.writeHead(407, { 'proxy-authenticate': `Basic realm="${USER}"` }).end();
      return;
    }
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
    if (url === null || url.protocol !== 'http:' || url.username !== '' || url.password !== '') {
      response.writeHead(400).end('Ask for an http:// address, or CONNECT.\n');
      return;
    }
    hold(lent, request.socket);
    const decided = await this.#desk.decide({
      host: url.hostname,
      port: url.port === '' ? 80 : Number(url.port),
      via: 'http',
      call: lent.call,
    });
    if (decided === null || decided.reason !== 'listed') {
      response.writeHead(403, { connection: 'close' }).end(`Refused by Runseal: ${decided?.reason ?? 'too many'}.\n`);
      return;
    }
    await passOn({ request, response, url, decided, dial: this.#dial });
  }

  #follow(asked: Promise<void>): void {
    const ended = asked.finally(() => this.#going.delete(ended));
    this.#going.add(ended);
  }

  #leaseOf({ headers }: IncomingMessage): Lent | null {
    const basic = /^Basic ([A-Za-z0-9+/=]{1,512})$/i.exec(headers['proxy-authorization'] ?? '')?.[1];
    const [user, token] = Buffer.from(basic ?? '', 'base64')
      .toString('latin1')
      .split(':');
    if (user !== USER || token === undefined) return null;
    const given = digestOf(token);
    return [...this.#leases].find(({ digest }) => timingSafeEqual(digest, given)) ?? null;
  }
}

/** The lease ends this connection with itself, unless it is gone before. */
function hold({ open }: Lent, end: Duplex): void {
  if (end.destroyed || open.has(end)) return;
  open.add(end);
  end.once('close', () => open.delete(end));
}

/** What is lent port by port is not asked for through a proxy. */
const DIRECT = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost', NODE_USE_ENV_PROXY: '1' };

const PROVE = `407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="${USER}"`;

/** A program that keeps its half open is not waited for: nothing else would ever end the connection. */
function refuse(near: Duplex, status: string, reason = ''): void {
  const said = reason === '' ? '' : `Refused by Runseal: ${reason}.\n`;
  near.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: ${said.length}\r\n\r\n${said}`, () =>
    near.destroy(),
  );
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
