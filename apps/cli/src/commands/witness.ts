import { SpineError } from '@runseal/spine';
import { formatVkey, noteKey, NOTE_COSIGNATURE, NOTE_ED25519, parseVkey, type NoteKey } from '@runseal/spine/ledger';
import { fileSigner } from '@runseal/spine/node';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { once } from 'node:events';
import { CliError, EXIT } from '../errors.ts';
import { openState } from '../witness/state-file.ts';
import { serveWitness } from '../witness/serve.ts';
import { createWitness } from '../witness/witness.ts';
import { collect } from './options.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly listen: string;
  readonly state: string;
  readonly key: string;
  readonly name: string;
  readonly log?: readonly string[];
}

/** `runseal witness`: an independent witness of ledgers, until it is stopped. */
export function registerWitness({ program, act }: Registrar): void {
  program
    .command('witness')
    .description('run an independent witness: it cosigns a ledger only while that ledger only grows')
    .option('--listen <address>', 'HOST:PORT to serve on (port 0 picks a free one)', '127.0.0.1:4480')
    .requiredOption('--state <file>', 'what it has cosigned so far; never lose it')
    .requiredOption('--key <file>', 'its own signing key, 0600; made when neither key nor state is there')
    .option('--name <name>', 'name of its key, as policies write it', `witness.${hostname()}`)
    .option('--log <vkey>', 'verifier key of a ledger to witness (may be repeated)', collect)
    .addHelpText(
      'after',
      '\nExample:\n  runseal witness --listen 127.0.0.1:4480 --state w.json --key w.pem --log runseal/…+1a2b3c4d+AX…' +
        '\n\nServes POST /add-checkpoint and GET /<origin hash>/checkpoint (c2sp.org/tlog-witness). Prints its verifier key:' +
        '\nput it into the policy file of the ledger and of everybody who verifies.',
    )
    .action(
      act<Options>(async ({ options }, context) => {
        const logs = (options.log ?? []).map(readLog);
        if (logs.length === 0)
          throw new CliError('usage', 'Name at least one ledger: --log VKEY (GET /api/v1/ledger shows it).', {
            exitCode: EXIT.usage,
          });
        const { host, port } = readAddress(options.listen);
        const signer = ownKey(options);
        const vkey = formatVkey(noteKey(options.name, NOTE_COSIGNATURE, signer.publicKey));
        const state = openState(options.state);
        try {
          const witness = createWitness({ name: options.name, signer, logs, state });
          const serving = await serveWitness(witness, host, port);
          context.show([
            [`vkey     ${vkey}`],
            [`serving  ${serving.url}`],
            ...logs.map(({ name }) => [`log      ${name}`]),
          ]);
          if (!context.io.signal.aborted) await once(context.io.signal, 'abort');
          await serving.close();
          return { exitCode: EXIT.ok, document: { vkey, url: serving.url, logs: logs.map(formatVkey) }, screen: [] };
        } finally {
          state.close();
        }
      }),
    );
}

/** A key whose memory is gone could be led to cosign a second history: it is not used any more. */
function ownKey({ key, state }: Options) {
  if (existsSync(key) && !existsSync(state))
    throw new CliError(
      'witness_state_missing',
      `The key ${key} is there, but not its state ${state}. Restore the state, or begin anew with another key.`,
      { exitCode: EXIT.unreadable },
    );
  return fileSigner(key, { ifMissing: existsSync(state) ? 'refuse' : 'create' });
}

function readLog(text: string): NoteKey {
  try {
    const key = parseVkey(text);
    if (key.type === NOTE_ED25519) return key;
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
  }
  throw new CliError('key_invalid', `--log ${text.slice(0, 100)} is not the verifier key of a log (NAME+ID+BASE64).`, {
    exitCode: EXIT.usage,
  });
}

function readAddress(text: string): { host: string; port: number } {
  const match = /^\[?([^\s\]]+)\]?:([0-9]{1,5})$/u.exec(text);
  if (!match || Number(match[2]) > 65_535)
    throw new CliError('usage', '--listen expects HOST:PORT, e.g. 127.0.0.1:4480.', { exitCode: EXIT.usage });
  return { host: match[1]!, port: Number(match[2]) };
}
