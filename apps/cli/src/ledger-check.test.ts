/** A ledger that goes on under another name, as whoever holds its key could let it, to leave its history behind. */
import { ledgerLeaf, noteKey, NOTE_ED25519, signHead, type Pins } from '@runseal/spine/ledger';
import { signerFromSeed } from '@runseal/spine/node';
import { checkLedger } from './ledger-check.ts';
import type { KeptPins } from './files/pins.ts';
import type { Server } from './server/server.ts';

const [signer, other] = [3, 4].map((n) => signerFromSeed(new Uint8Array(32).fill(n)));

function keptPins(): KeptPins {
  let kept: Pins = {};
  return {
    file: 'pins.json',
    all: () => kept,
    keep(pins) {
      kept = pins;
      return Promise.resolve();
    },
  };
}

async function check(origin: string, by: typeof signer, pins: KeptPins) {
  const note = await signHead({ origin, size: 1, root: ledgerLeaf(Buffer.from(origin)), extensions: [] }, by!);
  const server = { checkpoint: () => Promise.resolve(note), consistency: () => Promise.resolve([]) };
  const keys = [signer!, other!].map(({ publicKey }) => noteKey(origin, NOTE_ED25519, publicKey));
  return checkLedger(server as unknown as Server, keys, undefined, pins);
}

test('A new name under a key whose ledger was seen under another one is told apart from a new ledger', async () => {
  const pins = keptPins();
  expect(await check('first', signer, pins)).toMatchObject({ code: 'runseal.head_first_seen' });
  expect(await check('anothers', other, pins)).toMatchObject({ code: 'runseal.head_first_seen' });
  await pins.keep({ ...pins.all(), 'no name of a key': pins.all()['first']! });
  const before = pins.all();
  // However often it is looked at: it is not remembered beside the other.
  for (const _ of [1, 2]) {
    const renamed = await check('second', signer, pins);
    expect(renamed).toMatchObject({ code: 'runseal.ledger_renamed' });
    expect(renamed.sentence).toContain('called first,');
  }
  expect(pins.all()).toEqual(before);
  expect(await check('second', signer, keptPins())).toMatchObject({ code: 'runseal.head_first_seen' });
  expect(await check('first', signer, pins)).toMatchObject({ code: null });
});
