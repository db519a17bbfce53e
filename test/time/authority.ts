/** A time authority of a test's own: a real HTTP server over `openssl ts`. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How it answers: honestly, or as somebody would who must not be believed. */
export type Manner =
  'honest' | 'expired' | 'other imprint' | 'other nonce' | 'refusing' | 'oversized' | 'silent' | 'elsewhere' | 'a page';

export interface Authority {
  readonly url: string;
  /** PEM of its root. */
  readonly root: string;
  /** Certificates, keys and the configuration of `openssl ts`. */
  readonly folder: string;
  manner: Manner;
  /** How often it was asked. */
  readonly asked: () => number;
  close(): Promise<void>;
}

const CONFIG = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = Test Root
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[stamping]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[serving]
basicConstraints = CA:FALSE
extendedKeyUsage = serverAuth
[ca]
default_ca = revoking
[revoking]
database = index
crlnumber = crlnumber
default_md = sha256
default_crl_days = 7
[tsa]
default_tsa = good
[good]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

export async function openAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'runseal-tsa-'));
  await writeFile(join(folder, 'tsa.cnf'), CONFIG);
  await writeFile(join(folder, 'expired.cnf'), CONFIG.replaceAll('tsa.pem', 'expired.pem'));
  await writeFile(join(folder, 'serial'), '01');
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'tsa.cnf'];
  const root = ['-keyout', 'root.key', '-out', 'root.pem', '-extensions', 'root', '-days', '30'];
  await openssl(folder, 'req', '-x509', ...ec, ...root);
  await openssl(folder, 'req', '-new', ...ec, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test Authority');
  await certificate(folder, 'tsa.pem', 'stamping', '20');
  await certificate(folder, 'expired.pem', 'stamping', '-1');
  await certificate(folder, 'server.pem', 'serving', '20');
  let asked = 0;
  const authority = { manner: 'honest' as Manner };
  const server = createServer((request, response) => {
    asked += 1;
    void answer(folder, authority.manner, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(authority, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    root: await readFile(join(folder, 'root.pem'), 'utf8'),
    folder,
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  });
}

/** A list (CRL, PEM) by the root as of now; with a reason, it names the certificate of the authority. */
export async function revocationList({ folder }: Authority, reason?: string): Promise<string> {
  await writeFile(join(folder, 'index'), '');
  await writeFile(join(folder, 'crlnumber'), '01');
  const ca = ['ca', '-config', 'tsa.cnf', '-cert', 'root.pem', '-keyfile', 'root.key'];
  if (reason !== undefined)
    await openssl(folder, ...ca, '-revoke', 'tsa.pem', ...(reason === '' ? [] : ['-crl_reason', reason]));
  await openssl(folder, ...ca, '-gencrl', '-out', 'list.pem');
  return readFile(join(folder, 'list.pem'), 'utf8');
}

export const openssl = (folder: string, ...args: readonly string[]) => run('openssl', args, { cwd: folder });

const certificate = (folder: string, out: string, use: string, days: string) =>
  openssl(
    folder,
    ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-out', out],
    ...['-extfile', 'tsa.cnf', '-extensions', use, '-days', days],
  );

async function answer(folder: string, manner: Manner, request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const asked = Buffer.concat(parts);
  const reply = await answerOf(folder, manner, asked);
  if (reply !== null) response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
  else if (manner === 'elsewhere') response.writeHead(307, { location: 'http://127.0.0.1:9/tsr' }).end();
  else if (manner === 'a page') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
}

/** null: it does not answer as an authority does. */
async function answerOf(folder: string, manner: Manner, asked: Buffer): Promise<Buffer | null> {
  switch (manner) {
    case 'silent':
    case 'elsewhere':
    case 'a page':
      return null;
    case 'oversized':
      return Buffer.alloc(10 * 1024 * 1024, 0x30);
    case 'other imprint':
      return stamped(folder, await query(folder, 'something else'), 'tsa.cnf');
    case 'other nonce':
      return stamped(folder, otherNonce(asked), 'tsa.cnf');
    case 'refusing':
      return stamped(folder, await query(folder, 'x', '-sha512'), 'tsa.cnf');
    case 'expired':
      return stamped(folder, asked, 'expired.cnf');
    case 'honest':
      return stamped(folder, asked, 'tsa.cnf');
  }
}

/** The same request but for its nonce: certReq TRUE, 01 01 ff, is the last element, and the nonce ends right before it. */
function otherNonce(request: Buffer): Buffer {
  const changed = Buffer.from(request);
  const last = changed.length - 4;
  changed[last] = changed[last]! ^ 1;
  return changed;
}

let names = 0;

async function query(folder: string, about: string, digest = '-sha256'): Promise<Buffer> {
  const name = `query-${(names += 1)}`;
  await writeFile(join(folder, `${name}.txt`), about);
  await openssl(folder, 'ts', '-query', '-data', `${name}.txt`, digest, '-cert', '-out', `${name}.tsq`);
  return readFile(join(folder, `${name}.tsq`));
}

let turn: Promise<unknown> = Promise.resolve();

/** One at a time: the file of serial numbers has no lock. */
function stamped(folder: string, request: Buffer, config: string): Promise<Buffer> {
  const mine = turn.then(() => stamp(folder, request, config));
  turn = mine.catch(() => undefined);
  return mine;
}

async function stamp(folder: string, request: Buffer, config: string): Promise<Buffer> {
  const name = `reply-${(names += 1)}`;
  await writeFile(join(folder, `${name}.tsq`), request);
  const files = ['-queryfile', `${name}.tsq`, '-out', `${name}.tsr`];
  await openssl(folder, 'ts', '-reply', ...files, '-config', config, '-section', 'good');
  return readFile(join(folder, `${name}.tsr`));
}
