import { toHex } from '@runseal/spine';
import { fileSigner, serveSigner, type Signable } from '@runseal/spine/node';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { CliError, EXIT } from '../errors.ts';
import { systemCode } from '../files/read.ts';
import type { Registrar } from '../registrar.ts';

interface Options {
  readonly key: string;
  readonly socket: string;
  readonly journal?: string;
  readonly create?: true;
}

/** `runseal signer`: holds the sealing key in a process of its own, until it is stopped. */
export function registerSigner({ program, act }: Registrar): void {
  program
    .command('signer')
    .description('hold the sealing key in a process of its own, behind a unix socket')
    .requiredOption('--key <file>', 'the sealing key, 0600')
    .requiredOption('--socket <path>', 'where API and worker find it (RUNSEAL_SIGNER_SOCKET)')
    .option('--journal <file>', 'note every signature there before it is given')
    .option('--create', 'make the key when there is none')
    .addHelpText(
      'after',
      '\nExample:\n  runseal signer --key seal.pem --socket /run/runseal/signer.sock --journal signed.jsonl' +
        '\n\nSigns seals of runs and heads of the ledger, and nothing else. Run it as the user of the API and the worker:' +
        '\nthe socket is open to its owner alone.',
    )
    .action(
      act<Options>(async ({ options }, context) => {
        const signer = fileSigner(options.key, { ifMissing: options.create === true ? 'create' : 'refuse' });
        const journal = openJournal(options.journal);
        try {
          const server = await serveSigner(signer, options.socket, journal.note).catch((cause: unknown) => {
            if (systemCode(cause) === '' || !systemCode(cause).startsWith('E')) throw cause;
            throw new CliError('listen_failed', `Nothing can listen at ${options.socket} (${systemCode(cause)}).`, {
              exitCode: EXIT.unreadable,
              cause,
            });
          });
          context.show([[`key      ${signer.keyId}`], [`serving  ${options.socket}`]]);
          if (!context.io.signal.aborted) await once(context.io.signal, 'abort');
          await server.close();
          return { exitCode: EXIT.ok, document: { keyId: signer.keyId, socket: options.socket }, screen: [] };
        } finally {
          journal.close();
        }
      }),
    );
}

interface Journal {
  readonly note: (what: Signable) => void;
  readonly close: () => void;
}

/** One JSON line a signature, on disk before the signature is given: what a stolen connection signed can be told later. */
function openJournal(path: string | undefined): Journal {
  if (path === undefined) return { note: () => undefined, close: () => undefined };
  let file: number;
  try {
    file = openSync(path, 'a', 0o600);
  } catch (cause) {
    throw new CliError('file_unwritable', `${path} cannot be written (${systemCode(cause)}).`, {
      exitCode: EXIT.unreadable,
      cause,
    });
  }
  return {
    note: ({ kind, origin, size, root }) => {
      const line = { at: new Date().toISOString(), kind, origin, size: size.toString(), root: toHex(root) };
      writeSync(file, `${JSON.stringify(line)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
