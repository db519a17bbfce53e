import { judged } from '../../fixtures/judged.ts';
import { asked, decided, ended, opened, ref, rejected, started } from '../../fixtures/runs.ts';
import type { EventDraft } from '../event.ts';
import type { ApprovalPolicyPayload } from '../vocabulary.ts';
import { GovernanceJudge } from './governance.ts';

const policy = (more: Partial<ApprovalPolicyPayload> = {}): ApprovalPolicyPayload => ({
  required: 1,
  of: [],
  never: false,
  expires_ms: 60_000,
  ...more,
});
const gated = (more: Partial<ApprovalPolicyPayload> = {}) => opened({ approvals: { 'workspace.read': policy(more) } });
const verdict = (...drafts: EventDraft[]) => judged(new GovernanceJudge(), drafts);

describe('an action that needs people', () => {
  it.each([
    ['one agreed', [gated(), asked(1), decided(1), started(1), ended(1)]],
    ['nobody had to agree', [gated({ required: 0 }), started(1), ended(1)]],
    ['somebody agreed to what nobody had to', [opened(), decided(1), started(1), ended(1)]],
    [
      'one agreed at the last moment',
      [gated(), asked(1), decided(1, { decided_at: 1_790_000_060_000 }), started(1), ended(1)],
    ],
    [
      'the request names no end',
      [gated(), asked(1, { expires_at: null } as never), decided(1, { decided_at: 2 ** 52 }), started(1), ended(1)],
    ],
    [
      'the decision names no time',
      [gated(), asked(1), decided(1, { decided_at: null } as never), started(1), ended(1)],
    ],
    [
      'it was asked for without a number, of one who agreed',
      [opened(), asked(1, { policy: null } as never), decided(1), started(1), ended(1)],
    ],
    ['it was denied and never ran', [gated(), asked(1), decided(1, { decision: 'denied' }), rejected(1)]],
    [
      'two people agreed where two must',
      [
        gated({ required: 2 }),
        asked(1, { policy: policy({ required: 2 }) }),
        decided(1),
        decided(1, { principal: 'bob' }),
        started(1),
        ended(1),
      ],
    ],
  ])('passes when %s', (_, drafts) => expect(verdict(...drafts)).toMatchObject({ state: 'pass' }));

  it.each([
    ['nobody was asked', [gated(), started(1)], 'runseal.approval_missing', 2],
    ['nobody answered', [gated(), asked(1), started(1)], 'runseal.approval_missing', 3],
    ['the answer came after it began', [gated(), asked(1), started(1), decided(1)], 'runseal.approval_missing', 3],
    [
      'the same person agreed twice where two must',
      [gated({ required: 2 }), asked(1), decided(1), decided(1), started(1)],
      'runseal.approval_missing',
      5,
    ],
    [
      'the decision came too late',
      [gated(), asked(1), decided(1, { decided_at: 1_790_000_060_001 }), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'the request asks for two and one agreed, whatever the opening asks for',
      [opened(), asked(1, { policy: policy({ required: 2 }) }), decided(1), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'the opening asks for two and the request for one',
      [gated({ required: 2 }), asked(1), decided(1), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'it was asked again for fewer',
      [
        opened(),
        asked(1, { policy: policy({ required: 2 }) }),
        asked(1, { policy: policy({ required: 0 }) }),
        started(1),
      ],
      'runseal.approval_missing',
      4,
    ],
    [
      'it was asked again about other arguments',
      [
        gated(),
        asked(1),
        decided(1),
        asked(1, { arguments: ref('{"path":"b.txt"}') }),
        started(1, { arguments: ref('{"path":"b.txt"}') }),
      ],
      'runseal.approval_mismatch',
      5,
    ],
    [
      'it was asked again after it was denied',
      [gated(), asked(1), decided(1, { decision: 'denied' }), asked(1), decided(1), started(1)],
      'runseal.denied_but_executed',
      6,
    ],
    [
      'nobody in particular agreed',
      [gated(), asked(1), decided(1, { principal: '' }), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'the one who agreed is no name',
      [gated(), asked(1), decided(1, { principal: 7 } as never), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'the request and the decision are about nothing',
      [
        gated(),
        asked(1, { arguments: null } as never),
        decided(1, { arguments_commitment: null } as never),
        started(1),
      ],
      'runseal.approval_missing',
      4,
    ],
    [
      'how many the request asks for cannot be read',
      [opened(), asked(1, { policy: { required: '2' } } as never), started(1)],
      'runseal.approval_missing',
      3,
    ],
    [
      'the decision is about a text',
      [gated(), asked(1), decided(1, { arguments_commitment: 'x' } as never), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'it ran with arguments that name nothing',
      [gated(), asked(1), decided(1), started(1, { arguments: null } as never)],
      'runseal.approval_mismatch',
      4,
    ],
    [
      'nobody was asked about a call of its number',
      [gated(), asked(2), decided(2), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'how many must agree cannot be read',
      [
        opened({ approvals: { 'workspace.read': policy({ required: '0' } as never) } }),
        asked(1),
        decided(1),
        started(1),
      ],
      'runseal.approval_missing',
      4,
    ],
    [
      'fewer than nobody must agree',
      [opened({ approvals: { 'workspace.read': policy({ required: -1 }) } }), asked(1), decided(1), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'what must be agreed to cannot be read',
      [opened({ approvals: { 'workspace.read': 'all' } } as never), asked(1), decided(1), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'the decision is about other arguments',
      [gated(), asked(1), decided(1, { arguments_commitment: ref('other').commitment }), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'it ran with other arguments',
      [gated(), asked(1), decided(1), started(1, { arguments: ref('{"path":"b.txt"}') })],
      'runseal.approval_mismatch',
      4,
    ],
    [
      'somebody refused',
      [gated(), asked(1), decided(1), decided(1, { decision: 'denied', principal: 'bob' }), started(1)],
      'runseal.denied_but_executed',
      5,
    ],
    [
      'nobody may ever allow it',
      [gated({ never: true }), asked(1), decided(1), started(1)],
      'runseal.approval_missing',
      4,
    ],
    [
      'the policy cannot be read',
      [opened({ approvals: { 'workspace.read': 'one' as never } }), asked(1), decided(1), started(1)],
      'runseal.approval_missing',
      4,
    ],
    ['only the request says that people must agree', [opened(), asked(1), started(1)], 'runseal.approval_missing', 3],
  ])('fails when %s', (_, drafts, code, firstBadSeq) => {
    expect(verdict(...drafts)).toMatchObject({ state: 'fail', code, firstBadSeq });
  });
});

describe('an action that says whether it runs a program', () => {
  const kernel = opened({ containment_floor: 'kernel' });
  it('is not held to the floor when it runs none', () => {
    expect(verdict(kernel, started(1, { runs_program: false }))).toMatchObject({ state: 'pass' });
  });

  it.each([
    ['to the floor of the run', kernel, { containment: 'process' as const }],
    ['to the floor its own event names', opened(), { containment: 'kernel' as const, floor: 'microvm' as const }],
    [
      'to the floor its trust asks for',
      opened({ grant_scopes: [{ action: 'workspace.read', trust: 'untrusted' }] }),
      { containment: 'kernel' as const },
    ],
    [
      'to the strongest floor when its trust is not known',
      opened({ grant_scopes: [{ action: 'workspace.read', trust: 'friend' as 'trusted' }] }),
      { containment: 'kernel' as const },
    ],
    [
      'also under a name that runs none in old records',
      kernel,
      { action: 'workspace_read', containment: 'process' as const },
    ],
  ])('is held %s', (_, opening, more) => {
    const drafts = [{ ...opening, payload: { ...opening.payload, grant: ['workspace.read', 'workspace_read'] } }];
    expect(verdict(...drafts, started(1, { runs_program: true, ...more }))).toMatchObject({
      state: 'fail',
      code: 'runseal.containment_below_floor',
    });
  });
});
