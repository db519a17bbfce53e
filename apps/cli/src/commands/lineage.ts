import { checkFork, decodeRecord, SpineError, toHex, verifyRecord, type SealedRecord } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Command } from 'commander';
import { CliError, EXIT } from '../errors.ts';
import { readKeyring } from '../files/keyring.ts';
import { requireRecord, requireRecordBytes } from '../files/kind.ts';
import { readBytes } from '../files/read.ts';
import type { Registrar } from '../registrar.ts';
import type { Block } from '../render/screen.ts';
import { collect } from './options.ts';

interface Options {
  readonly key?: readonly string[];
  readonly keys?: readonly string[];
}

/** `runseal sessions lineage CHILD PARENT`: whether a forked session shares its parent's beginning, offline. */
export function registerLineage(sessions: Command, act: Registrar['act']): void {
  sessions
    .command('lineage')
    .description('check, offline, that a forked session continues exactly the events of its parent')
    .argument('<child>', 'record file of the forked session')
    .argument('<parent>', 'record file of the session it was forked from')
    .option('--key <key>', 'trust this key: hex or a key id (may be repeated)', collect)
    .option('--keys <file>', 'trust the keys in this keys.json (may be repeated)', collect)
    .addHelpText('after', '\nExample:\n  runseal sessions lineage child.provetrail parent.provetrail --keys keys.json')
    .action(
      act<Options>(async ({ args: [child = '', parent = ''], options }) => {
        const keyring = await readKeyring({ key: options.key ?? [], keys: options.keys });
        const [own, inherited] = [await bytesOf(child), await bytesOf(parent)];
        const fork = checkFork(taken(own, child), taken(inherited, parent), nodeHasher);
        const seals = await Promise.all(
          [own, inherited].map((bytes) => verifyRecord(bytes, { keyring, hasher: nodeHasher })),
        );
        const broken = seals.flatMap(({ verdicts }, n): Block[] => {
          const integrity = verdicts.find(({ name }) => name === 'integrity');
          return integrity?.state === 'pass'
            ? []
            : [[{ text: `NOT VERIFIED: ${[child, parent][n] ?? ''}: `, tone: 'bad' }, integrity?.sentence ?? '']];
        });
        return {
          exitCode: fork.state === 'pass' && broken.length === 0 ? EXIT.ok : EXIT.failed,
          document: { ...fork, point: fork.point === null ? null : pointJson(fork.point), reports: seals },
          screen: [
            [
              { text: fork.state, tone: fork.state === 'pass' ? 'good' : 'bad' },
              `  ${fork.sentence}${fork.code === null ? '' : ` (${fork.code})`}`,
            ],
            ...broken,
          ],
        };
      }),
    );
}

async function bytesOf(file: string): Promise<Uint8Array> {
  await requireRecord(file);
  const bytes = await readBytes(file);
  requireRecordBytes(file, bytes);
  return bytes;
}

function taken(bytes: Uint8Array, file: string): SealedRecord {
  try {
    return decodeRecord(bytes);
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError(cause.code, `${file} is not a readable record: ${cause.message}.`, {
      exitCode: EXIT.failed,
      cause,
    });
  }
}

const pointJson = ({ run, size, root, link }: { run: string; size: number; root: Uint8Array; link: Uint8Array }) => ({
  run,
  size,
  root: toHex(root),
  link: toHex(link),
});
