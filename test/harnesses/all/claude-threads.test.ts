/** A conversation of the real Claude Code that goes on in a later run. */
import { CLAUDE } from '../cli/claude.ts';
import { call } from '../scripted-model.ts';
import { threadContractOf } from '../thread-contract.ts';

threadContractOf({
  title: 'Claude Code',
  cli: CLAUDE,
  hostile: call('Bash', { command: 'touch pwned', description: 'x' }),
  counts: 'episode',
});
