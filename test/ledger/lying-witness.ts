/**
 * A witness that lies. Run it as `node lying-witness.ts MODE NAME`; it prints its verifier key and its address.
 *
 * - `garbage`: answers with a signature line under its own name and key id that it did not make;
 * - `other-root`: really signs, but another root than the one it was shown;
 * - `two-sizes`: names another size each time it is asked.
 */
import { generateSigner } from '@runseal/spine/node';
import {
  cosign,
  formatHead,
  formatSignatureLine,
  formatVkey,
  noteKey,
  NOTE_COSIGNATURE,
  parseHead,
  parseNote,
  parseWitnessRequest,
} from '@runseal/spine/ledger';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [mode = 'garbage', name = 'liar'] = process.argv.slice(2);
const signer = generateSigner();
const key = noteKey(name, NOTE_COSIGNATURE, signer.publicKey);
let asked = 0;

async function answer(body: string): Promise<{ status: number; text: string }> {
  const { head } = parseWitnessRequest(body);
  const { text } = parseNote(head);
  const now = Math.floor(Date.now() / 1000);
  asked += 1;
  if (mode === 'two-sizes') return { status: 409, text: `${asked % 2}\n` };
  if (mode === 'other-root') {
    const other = formatHead({ ...parseHead(text), root: new Uint8Array(32) });
    return { status: 200, text: formatSignatureLine(await cosign(other, name, signer, now)) };
  }
  const garbage = new Uint8Array(72).fill(7);
  return { status: 200, text: formatSignatureLine({ name, id: key.id, signature: garbage }) };
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    void answer(Buffer.concat(parts).toString()).then(({ status, text }) => response.writeHead(status).end(text));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `vkey     ${formatVkey(key)}\nserving  http://127.0.0.1:${(server.address() as AddressInfo).port}\n`,
  );
});
