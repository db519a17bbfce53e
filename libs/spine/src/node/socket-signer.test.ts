import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeRun, sealRun } from '../../fixtures/runs.ts';
import { refusal } from '../../fixtures/refusal.ts';
import { exitCodeOf } from '../verdicts.ts';
import { noteKey, NOTE_ED25519, openHead, signHead } from '../ledger/index.ts';
import { signCheckpoint } from '../checkpoint.ts';
import { verifySignature } from '../signature.ts';
import { verifyRecord } from '../verify.ts';
import { serveSigner, type SignerServer } from './serve-signer.ts';
import type { Signable } from './signable.ts';
import { generateSigner } from './signer.ts';
import { socketSigner } from './socket-signer.ts';

const key = generateSigner();
const head = { origin: 'runseal/x', size: 3, root: new Uint8Array(32).fill(1), extensions: [] };
let folder: string;
let path: string;
let server: SignerServer;
let journal: Signable[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'runseal-signer-'));
  path = join(folder, 'signer.sock');
  journal = [];
  server = await serveSigner(key, path, (what) => journal.push(what));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('seals runs and signs heads as the key itself would, and notes what it signed', async () => {
  const signer = await socketSigner(path);
  expect(signer.keyId).toBe(key.keyId);
  const { record } = await sealRun(nativeRun(), signer);
  expect(exitCodeOf(await verifyRecord(record, { keyring: [key] }))).toBe(3);
  const note = await signHead(head, signer);
  const opened = await openHead(note, [noteKey(head.origin, NOTE_ED25519, key.publicKey)], verifySignature);
  expect(opened.head.size).toBe(3);
  expect(journal.map(({ kind, origin }) => [kind, origin])).toEqual([
    ['seal', 'runseal.test'],
    ['head', 'runseal/x'],
  ]);
});

test('its socket is its owner’s alone', () => {
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['a letter', 'I owe you everything.\n'],
  ['nothing', ''],
  ['too much', 'x'.repeat(70_000)],
  ['a head with a root of another length', 'o\n1\nAAAA\n'],
])('does not sign %s', async (_, message) => {
  const signer = await socketSigner(path);
  await expect(signer.sign(Buffer.from(message))).rejects.toMatchObject({
    code: expect.stringMatching(/^runseal\.signer_(refused|unreachable)$/) as string,
  });
  expect(journal).toEqual([]);
});

test('does not sign a seal that names another key', async () => {
  const signer = await socketSigner(path);
  const other = { ...signer, keyId: generateSigner().keyId };
  await expect(signCheckpoint(head, other)).rejects.toMatchObject({ code: 'sign.sign_failed' });
});

test('a signer that cannot note what it signs answers nothing', async () => {
  await server.close();
  server = await serveSigner(key, path, () => {
    throw new Error('the journal is full');
  });
  await expect(signHead(head, await socketSigner(path))).rejects.toMatchObject({ code: 'runseal.signer_refused' });
});

test('a second one on the same socket is refused, a socket that was left behind is not in the way, a file stays', async () => {
  await expect(serveSigner(key, path, () => undefined)).rejects.toThrow(refusal('runseal.signer_socket_in_use'));
  const file = join(folder, 'file');
  writeFileSync(file, 'mine');
  await expect(serveSigner(key, file, () => undefined)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a signer that is away or never answers is an error in time', async () => {
  await expect(socketSigner(join(folder, 'nobody'))).rejects.toMatchObject({ code: 'runseal.signer_unreachable' });
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(join(folder, 'silent'));
  await expect(socketSigner(join(folder, 'silent'), { timeoutMs: 100 })).rejects.toMatchObject({
    code: 'runseal.signer_unreachable',
  });
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => silent.close(done));
}, 5_000);
