import { createSandbox } from '@runseal/dispatch';
import { say } from './progress.ts';

/** Says once, plainly, what this host cannot enforce and how to change that. */
export async function sayContainment(): Promise<void> {
  const { level, reason } = await createSandbox().probe();
  if (level !== 'process') return;
  say(`! No sandbox here. ${reason}`);
  say('  Runs that need kernel containment (programs, external CLIs) are refused, not run weaker. The rest works.');
}
