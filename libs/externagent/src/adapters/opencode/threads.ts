/**
 * opencode keeps its conversations in a data base that names the folder it worked in, so it is asked to export the one
 * of an episode, and to import it in the home of the next.
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemMounts, type Mount } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { ThreadPlace, ThreadSupport } from '../../adapter.ts';
import { findBinary, type HarnessBinary } from '../../binary/find.ts';
import { readTold } from '../../episode/thread-files.ts';
import { probe, type ProbeAnswer } from '../../readiness/probe.ts';
import { lastLine } from '../../readiness/verdicts.ts';
import { OPENCODE_BINARY } from './binary.ts';
import { programMounts } from './invocation.ts';
import { lockdownEnv } from './lockdown.ts';
import { plainTranscript, SESSION } from './transcript.ts';

/** `asked`: path of the binary, above the one of the environment. Every step reports usage of its own. */
export const opencodeThreads = (asked: string | undefined): ThreadSupport => ({
  counts: 'episode',
  teller: {
    async tell(thread, place) {
      if (!SESSION.test(thread)) return null;
      const folder = await realpath(await mkdtemp(join(place.scratch, 'told-')));
      try {
        if (!(await exportsInto(folder, thread, place, asked))) return null;
        const told = await readTold(join(folder, CONVERSATION));
        const transcript = told === null ? null : plainTranscript(new TextDecoder().decode(told), thread);
        return transcript === null ? null : new TextEncoder().encode(transcript);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async learn(thread, told, place) {
      if (!SESSION.test(thread)) throw unusable('opencode goes on with a conversation by its id, and this is none.');
      const transcript = plainTranscript(new TextDecoder().decode(told), thread);
      if (transcript === null) throw unusable('What was kept of the conversation is not what opencode tells of one.');
      const file = join(place.home, CONVERSATION);
      await writeFile(file, transcript, { mode: 0o600, flag: 'wx' });
      const binary = await found(place, asked);
      const { code, stdout, stderr } = await ask(place, binary.path, ['import', file, '--pure'], programMounts(binary));
      await rm(file);
      if (place.signal.aborted) return;
      if (code !== 0 || lastLine(stdout) !== `Imported session: ${thread}`)
        throw unusable(`opencode does not take its conversation back (${lastLine(stderr) || 'not a word'}).`);
    },
  },
});

const unusable = (why: string): HarnessError => new HarnessError('thread_unusable', `${why} Start a new one.`);

const CONVERSATION = 'conversation.json';

async function found({ env }: ThreadPlace, asked: string | undefined): Promise<HarnessBinary> {
  const binary = await findBinary(OPENCODE_BINARY, env, asked);
  if (binary === null) throw new HarnessError('harness_not_ready', 'opencode is not installed.');
  return binary;
}

/**
 * It leaves before all of a long answer has gone down a pipe, and says that all is well: so a shell leads what it prints into
 * a file, in a folder that nobody but this command ever saw.
 */
async function exportsInto(
  folder: string,
  thread: string,
  place: ThreadPlace,
  asked: string | undefined,
): Promise<boolean> {
  const { path, root } = await found(place, asked);
  const { code } = await ask(
    place,
    '/bin/sh',
    ['-c', `exec "$0" "$@" > ${TOLD}/${CONVERSATION}`, path, 'export', thread, '--pure'],
    [...systemMounts(), { kind: 'ro', host: root, child: root }, { kind: 'rw', host: folder, child: TOLD }],
  );
  return code === 0;
}

const TOLD = '/told';

/** In the environment of an episode, but for key, token and configuration: it is not to work, and reaches nothing. */
const ask = (
  { home, sandbox, signal }: ThreadPlace,
  path: string,
  args: readonly string[],
  mounts: readonly Mount[],
): Promise<ProbeAnswer> =>
  probe(sandbox, {
    ...{ path, args, signal },
    env: { ...lockdownEnv(home, '/dev/null'), PATH: '/usr/bin:/bin', HOME: home, TMPDIR: `${home}/tmp` },
    cwd: home,
    mounts: [...mounts, { kind: 'rw', host: home, child: home }],
    ...PATIENCE,
  });

/** It sets up a data base before it does anything, and writes all of a conversation into it. */
const PATIENCE = { timeoutMs: 60_000, fileBytes: 64 * 1024 * 1024 };
