/** A throw-away certificate authority and one server certificate under it, made by openssl. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Authority {
  /** PEM file of the authority, to be trusted. */
  readonly caFile: string;
  readonly key: string;
  readonly cert: string;
  remove(): Promise<void>;
}

/** Needs `openssl` on PATH. */
export async function makeAuthority(hostname: string): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=test',
  );
  await openssl('req', ...key, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', `/CN=${hostname}`);
  await writeFile(at('names'), `subjectAltName=DNS:${hostname}\n`);
  const signed = [
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-extfile',
    at('names'),
    '-days',
    '2',
  ];
  await openssl('x509', '-req', '-in', at('server.csr'), ...signed, '-out', at('server.pem'));
  return {
    caFile: at('ca.pem'),
    key: await readFile(at('server.key'), 'utf8'),
    cert: await readFile(at('server.pem'), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
