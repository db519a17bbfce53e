import { setTimeout as pause } from 'node:timers/promises';
import { environmentOf, isAlive, listProcesses, signalProcess } from '../procfs.ts';

/** Environment variable every process of one program carries, so that one that left its group can still be found. */
export const MARK = 'RUNSEAL_PROGRAM';

const ROUNDS = 20;

/**
 * Kills what a program left behind: its group, its session and whatever still carries its mark (a process can leave the
 * first two, and can drop the mark only by starting a program with another environment). Answers how many are alive
 * afterwards.
 */
export async function sweep(leader: number, mark: string): Promise<number> {
  // Where there is no /proc to look into, the group is all that can be named.
  if (process.platform !== 'linux') signalProcess(-leader, 'SIGKILL');
  for (let round = 0; ; round += 1) {
    const left = leftovers(leader, mark);
    if (left.length === 0 || round === ROUNDS) return left.length;
    for (const pid of left) signalProcess(pid, 'SIGKILL');
    await pause(Math.min(2 ** round, 50));
  }
}

function leftovers(leader: number, mark: string): number[] {
  const needle = `${MARK}=${mark}`;
  return listProcesses()
    .filter(({ pid, group, session, zombie }) => {
      if (zombie || pid === process.pid) return false;
      return group === leader || session === leader || (environmentOf(pid)?.split('\0').includes(needle) ?? false);
    })
    .map(({ pid }) => pid)
    .filter(isAlive);
}
