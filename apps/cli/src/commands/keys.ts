import { Option, type Command } from 'commander';
import { EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import type { KeyView } from '../server/server.ts';

/** `runseal keys`: the public keys this server seals with, and what is said of them. */
export function registerKeys({ program, act }: Registrar): void {
  const keys = program
    .command('keys')
    .description('list the public keys the server seals with, or mark one as retired or compromised')
    .addHelpText(
      'after',
      '\nExample:\n  runseal keys --json > keys.json\n\nA key learnt from the server that made a record proves little: compare it with one from its owner.',
    )
    .action(
      act(async (_input, context) => {
        const listed = await (await context.server()).keys();
        return { exitCode: EXIT.ok, document: listed, screen: [{ head: HEAD, rows: listed.map(rowOf) }] };
      }),
    );
  registerMark(keys, act);
}

const HEAD = ['key id', 'public key (hex)', 'origin', 'valid from', 'until'];

const rowOf = (key: KeyView): string[] => [
  key.keyId,
  key.publicKeyHex,
  key.origin,
  key.validFrom,
  key.compromisedAt === null ? (key.retiredAt ?? '') : `COMPROMISED ${key.compromisedAt}`,
];

type Mark = 'retired' | 'compromised';

interface MarkOptions {
  readonly as: Mark;
  readonly reason: string;
  readonly since?: string;
}

function registerMark(keys: Command, act: Registrar['act']): void {
  keys
    .command('mark')
    .description('say in the ledger, for ever, that a key is retired or compromised; there is no way back')
    .argument('<key>', 'its id, as in the list')
    .addOption(
      new Option('--as <word>', 'retired: what it sealed goes on verifying; compromised: it fails verification')
        .choices(['retired', 'compromised'])
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'why; everybody may read it in the ledger')
    .option('--since <time>', 'ISO time; of a compromised key the first moment others may have had it (else now)')
    .addHelpText(
      'after',
      '\nExample:\n  runseal keys mark ed25519:… --as compromised --reason "laptop lost" --since 2026-01-02T03:04:05Z' +
        '\n\nThis cannot be undone. What a compromised key sealed fails with runseal.key_compromised, but for records whose' +
        '\nseal a quorum of your witnesses, or a time authority you trust, had seen before that moment.',
    )
    .action(
      act<MarkOptions>(async ({ args: [key = ''], options: { as, reason, since } }, context) => {
        const server = await context.server();
        const marked = await server.markKey(key, { as, reason, ...(since !== undefined && { since }) });
        return {
          exitCode: EXIT.ok,
          document: marked,
          screen: [{ head: HEAD, rows: [rowOf(marked)] }, [], [NEXT[as]], ['This stands in the ledger for ever.']],
        };
      }),
    );
}

const NEXT: Readonly<Record<Mark, string>> = {
  compromised:
    'What it sealed fails verification, and so does what it seals from now on: start the server with a new key.',
  retired:
    'What it sealed goes on verifying. A server that still has it goes on sealing with it: start it with a new key.',
};
