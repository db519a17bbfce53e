/** The lab's episode: ten calls of one tool and a closing word. */
import { BRIDGE_NAMESPACE } from '../../harnesses/cli/codex.ts';
import { conformance } from '../../harnesses/episode.ts';
import { answer, call, say } from '../../harnesses/scripted-model.ts';

export const CALLS = 10;

export const SCRIPT = [
  answer(conformance(BRIDGE_NAMESPACE)),
  ...Array.from({ length: CALLS }, (_, i) =>
    answer(call('workspace_write', { path: `file-${i}.txt`, content: 'x' }, BRIDGE_NAMESPACE)),
  ),
  answer(say('done')),
];
