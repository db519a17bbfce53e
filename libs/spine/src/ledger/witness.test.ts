import { refusal } from '../../fixtures/refusal.ts';
import { consistencyProof, leafReader, nobleHasher, rootOf, verifySignature } from '../index.ts';
import { signerFromSeed } from '../node/index.ts';
import { toBase64 } from './base64.ts';
import { ledgerLeaf } from './entry.ts';
import { signHead } from './head.ts';
import { noteKey } from './note.ts';
import { judgeHead, parseWitnessRequest, type WitnessedHead } from './witness.ts';

const origin = 'log.example/one';
const log = signerFromSeed(new Uint8Array(32).fill(1));
const logs = [noteKey(origin, 1, log.publicKey)];
const leaves = Array.from({ length: 40 }, (_, i) => ledgerLeaf(Uint8Array.of(i)));
const headAt = (size: number) => ({ origin, size, root: rootOf(leaves.slice(0, size)), extensions: [] });
const at = (size: number): WitnessedHead => headAt(size);

async function ask(
  oldSize: number,
  size: number,
  last: WitnessedHead | null,
  forge: { root?: Uint8Array; proof?: Uint8Array[]; origin?: string } = {},
) {
  const proof = forge.proof ?? (await consistencyProof(Math.min(oldSize, size), size, leafReader(leaves, nobleHasher)));
  const head = await signHead(
    { ...headAt(size), ...(forge.root ? { root: forge.root } : {}), ...(forge.origin ? { origin: forge.origin } : {}) },
    log,
  );
  const body = `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${head}`;
  return judgeHead(parseWitnessRequest(body), logs, last, verifySignature);
}

describe('a witness', () => {
  it('accepts a first head and every consistent next one', async () => {
    expect((await ask(0, 7, null)).status).toBe(200);
    for (const [from, to] of [
      [7, 8],
      [8, 16],
      [16, 33],
      [33, 33],
    ] as const)
      expect((await ask(from, to, at(from))).status).toBe(200);
  });

  it('answers a stale old size with the size it knows', async () => {
    expect(await ask(3, 9, at(7))).toMatchObject({ status: 409, size: 7 });
  });

  it('refuses a rewritten history', async () => {
    expect((await ask(7, 9, at(7), { root: new Uint8Array(32).fill(9) })).status).toBe(422);
    expect((await ask(7, 7, at(7), { root: new Uint8Array(32).fill(9) })).status).toBe(422);
  });

  it('refuses a proof where none belongs, and none where one does', async () => {
    expect((await ask(0, 7, null, { proof: [new Uint8Array(32)] })).status).toBe(422);
    expect((await ask(7, 9, at(7), { proof: [] })).status).toBe(422);
  });

  it('refuses a log it does not know, and an old size beyond the head', async () => {
    expect((await ask(0, 7, null, { origin: 'log.example/two' })).status).toBe(404);
    expect((await ask(9, 7, at(9))).status).toBe(400);
  });

  it('refuses a proof where nothing was added', async () => {
    expect((await ask(7, 7, at(7), { proof: [new Uint8Array(32)] })).status).toBe(422);
  });

  it('knows the root of an empty log, and no other', async () => {
    expect((await ask(0, 0, null, { proof: [] })).status).toBe(200);
    expect((await ask(0, 0, null, { proof: [], root: new Uint8Array(32) })).status).toBe(422);
    expect((await ask(0, 7, at(0), { proof: [] })).status).toBe(200);
    expect((await ask(0, 7, at(0), { proof: [new Uint8Array(32)] })).status).toBe(422);
  });

  it('refuses a head that it cannot read', async () => {
    const unread = { oldSize: 0, proof: [], head: 'nonsense' };
    expect((await judgeHead(unread, logs, null, verifySignature)).status).toBe(400);
  });

  const line = `${toBase64(new Uint8Array(32))}\n`;
  it('reads a request with 63 lines of proof', () => {
    expect(parseWitnessRequest(`old 4\n${line.repeat(63)}\nhead`)).toMatchObject({ oldSize: 4, head: 'head' });
  });

  it.each([
    ['', 'is empty'],
    ['\n\nhead', 'names no old size'],
    [`old 4\n${line}`, 'has no head'],
    [`old 4\n${line.repeat(64)}\nhead`, 'has a longer proof than any tree'],
    ['old 04\n\nhead', 'has an old size with a zero before it'],
    ['xold 4\n\nhead', 'has something before its old size'],
    ['old 4x\n\nhead', 'has something behind its old size'],
    ['old 4\n!\n\nhead', 'has a proof that is no base64'],
  ])('cannot read %j, which %s', (body) => {
    expect(() => parseWitnessRequest(body)).toThrow(refusal('runseal.ledger_malformed'));
  });

  it('refuses a signature that is not by the log', async () => {
    const head = await signHead(headAt(7), signerFromSeed(new Uint8Array(32).fill(3)));
    expect((await judgeHead({ oldSize: 0, proof: [], head }, logs, null, verifySignature)).status).toBe(403);
  });
});
