/** A conversation of the real codex that goes on in a later run. */
import { CODEX_APP } from './cli/codex-app.ts';
import { CODEX } from './cli/codex.ts';
import { raw } from './scripted-model.ts';
import { threadContractOf } from './thread-contract.ts';

const hostile = raw({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"touch pwned"}' });

threadContractOf({ title: 'codex exec', cli: CODEX, hostile, counts: 'thread' });
threadContractOf({ title: 'codex app-server', cli: CODEX_APP, hostile, counts: 'thread' });
