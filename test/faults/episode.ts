/** The episode that is walked: two effects that leave a trace each time, between them one that people must allow. */
import { calls } from '../integration/api-house.ts';

/** Name of the shared budget every episode draws from. */
export const POOL = 'walk';
/** What each program leaves behind, a line a time it ran. */
export const TRACE = 'trace';
export const EFFECTS = ['first', 'second'] as const;
const ALLOWED = 'allowed';

const program = (effect: string) => ['run_command', { argv: ['sh', '-c', `echo ${effect} >> ${TRACE}`] }] as const;

export const goalOf = (harness: string): object => ({
  harness,
  objective: calls(program('first'), ['workspace_write', { path: ALLOWED, content: 'x' }], program('second')),
  grant: ['run_command', 'workspace_write'],
  approvals: { workspace_write: { required: 1, expiresMs: 600_000 } },
  pool: POOL,
  containmentFloor: 'process',
  verify: { command: ['test', '-f', ALLOWED] },
});

/** One that does not end by itself, to be halted. */
export const endlessGoal = (harness: string): object => ({
  harness,
  objective: calls(['run_command', { argv: ['sh', '-c', `echo first >> ${TRACE}; sleep 600`] }]),
  grant: ['run_command'],
  pool: POOL,
  containmentFloor: 'process',
});
