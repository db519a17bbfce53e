import { commitContent, draftOf, type EventDraft } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Random } from './random.ts';

/** The drafts of a native run of `calls` tool calls: one that every verdict but independence can pass. */
export function honestRun(run: string, calls: number, random: Random): EventDraft[] {
  const goal = committed(JSON.stringify({ objective: `Do ${run}` }));
  const opening: EventDraft[] = [
    draftOf(
      'run.opened',
      'system',
      {
        run,
        workspace: 'w',
        goal_commitment: goal.ref.commitment,
        objective: goal.ref,
        harness: 'echo',
        harness_kind: 'native',
        adapter_version: null,
        cli_version: null,
        model: null,
        grant: ['workspace_read', 'workspace_write'],
        limits: { max_steps: 50 },
        containment_floor: 'process',
        enforcement_profile: {},
        profile: null,
        software_version: 'test',
      },
      { contents: [goal] },
    ),
    draftOf('goal.submitted', 'human', { principal: 'ana', goal: goal.ref }),
  ];
  const dispatches = Array.from({ length: calls }, (_, i) => dispatch(i + 1, random)).flat();
  const ending = draftOf('outcome.recorded', 'system', {
    result: 'completed',
    reason: 'the harness ended',
    steps: calls,
    final: null,
  });
  return [...opening, ...dispatches, ending];
}

/** Seq of the first event after `calls` calls: a place where an honest run may end. */
export const seqAfterCalls = (calls: number): number => 2 + 2 * calls + 1;

function dispatch(call: number, random: Random): EventDraft[] {
  const action = random.pick(['workspace_read', 'workspace_write']);
  const given = committed(
    JSON.stringify({ path: `file-${random.between(1, 1e9)}`, text: 'x'.repeat(random.between(0, 400)) }),
  );
  const result = committed(`done ${random.between(1, 1e9)}`);
  return [
    draftOf(
      'dispatch.start',
      'agent',
      {
        call,
        action,
        arguments: given.ref,
        scope: 'file',
        trust: 'trusted',
        via: 'native',
        containment: 'process',
        harness_call_id: null,
      },
      { contents: [given] },
    ),
    draftOf(
      'dispatch.end',
      'agent',
      { call, action, outcome: 'ok', result: result.ref, error_class: null, duration_us: random.between(1, 1e6) },
      { contents: [result] },
    ),
  ];
}

const committed = (text: string) => commitContent(Buffer.from(text), 'text/plain', undefined, nodeHasher);
