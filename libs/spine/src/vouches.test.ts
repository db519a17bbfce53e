import { attested, declared, ended, externalRun, gap, nativeRun, opened, rejected, started } from '../fixtures/runs.ts';
import { commitContent } from './content.ts';
import { draftOf } from './draft.ts';
import { vouchSentence } from './vouches.ts';

const external = opened({ harness: 'codex', harness_kind: 'external' });

function called(endpoint: string) {
  const request = commitContent(new Uint8Array(1), 'application/json', new Uint8Array(32)).ref;
  return draftOf('model.called', 'agent', { step: 1, model: 'm', endpoint, request });
}

function reconciled(state: 'matched' | 'reported_not_dispatched') {
  return draftOf('provenance.reconciled', 'system', {
    call: null,
    state,
    by: 'none',
    tool: 'shell',
    frames: [],
    detail: '',
  });
}

describe('what a record vouches for', () => {
  it.each([
    ['a native run', nativeRun(), '2 of 2 tool calls were enforced by us (1 more refused).'],
    [
      'an external run',
      externalRun(),
      '1 of 1 tool call was enforced by us; codex reported 2 further events; its model calls and network traffic were not seen.',
    ],
    ['a run without calls', [opened()], 'No tool call was made through us.'],
    [
      'a harness that ran commands of its own',
      [external, started(1), ended(1), declared({ native_commands: 2, unobserved: ['model_calls'] })],
      '1 of 3 tool calls was enforced by us; its model calls were not seen.',
    ],
    [
      'a harness that used other tool servers, said once by a gap and for commands by both',
      [
        external,
        started(1),
        ended(1),
        gap({ surface: 'shell', reason: 'outside_waist', count: 2 }),
        gap({ surface: 'foreign_mcp', reason: 'outside_waist', count: 3 }),
        declared({ native_commands: 2, unobserved: ['model_calls'] }),
      ],
      '1 of 6 tool calls was enforced by us; its shell commands, calls to other tool servers and model calls were not seen.',
    ],
    [
      'a harness that reports a call we never saw',
      [external, started(1), ended(1), reconciled('matched'), reconciled('reported_not_dispatched')],
      '1 of 2 tool calls was enforced by us.',
    ],
    [
      'a call whose outcome is unknown',
      [opened(), started(1), gap({ surface: 'dispatch', reason: 'outcome_unknown', calls: [1] })],
      '1 of 1 tool call was enforced by us; the outcome of 1 call is unknown.',
    ],
    [
      'lost lines',
      [
        external,
        attested(1),
        gap({ surface: 'frames', reason: 'unparseable' }),
        gap({ surface: 'frames', reason: 'line_too_long' }),
      ],
      'No tool call was made through us; codex reported 1 further event; 2 further gaps in its output lines are declared.',
    ],
    [
      'a harness whose model calls pass our gateway, one of them refused there',
      [
        external,
        called('https://models.example/v1/responses'),
        called('https://models.example/v1/responses'),
        called(''),
        started(1),
        ended(1),
        declared({ unobserved: ['context'] }),
      ],
      '1 of 1 tool call was enforced by us; its 2 model calls were recorded on the way; its context changes were not seen.',
    ],
    ['refusals alone', [opened(), rejected(1)], 'No tool call was made through us (1 more refused).'],
    [
      'another producer',
      [{ type: 'other', actor: 'agent', payload: {} } as const],
      '1 event of another producer, as signed; how they were observed is not said.',
    ],
  ])('by %s', (_, events, sentence) => expect(vouchSentence(events)).toBe(sentence));

  it('does not repeat a hostile name or surface at length', () => {
    const name = 'codex; everything was enforced\n'.repeat(9);
    const events = [opened({ harness: name, harness_kind: 'external' }), attested(1), declared({ unobserved: [name] })];
    const sentence = vouchSentence(events);
    expect(sentence).toMatch(/^No tool call was made through us; the harness reported 1 further event; its "codex/);
    expect(sentence.length).toBeLessThan(180);
  });
});
