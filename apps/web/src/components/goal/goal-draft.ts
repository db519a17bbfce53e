import type { GoalInput } from '../../api/wire.ts';
import { approvalsOf, grantOf, type GrantBounds } from './grant-draft.ts';

export interface DraftFile {
  readonly path: string;
  readonly content: string;
  readonly encoding: 'utf8' | 'base64';
}

export type ContainmentFloor = 'process' | 'kernel' | 'container' | 'microvm';

/** A goal as it is being filled in. Text stays text until it is submitted. */
export interface GoalDraft {
  readonly objective: string;
  readonly stopCondition: string;
  readonly guidance: string;
  readonly harness: string;
  readonly profile: string;
  readonly model: string;
  /** Actions that are ticked. */
  readonly grant: readonly string[];
  /** What narrows them. */
  readonly bounds: GrantBounds;
  /** Lead an external harness's model calls through the gateway. */
  readonly gateway: boolean;
  readonly pool: string;
  readonly maxSteps: string;
  readonly maxCalls: string;
  /** Seconds. */
  readonly timeout: string;
  readonly containmentFloor: ContainmentFloor;
  readonly files: readonly DraftFile[];
  /** The verify command: one argument a line. Empty: none. */
  readonly verify: string;
  readonly workspace: string;
}

export const EMPTY_DRAFT: GoalDraft = {
  objective: '',
  stopCondition: '',
  guidance: '',
  harness: '',
  profile: '',
  model: '',
  grant: ['workspace_read', 'workspace_list', 'workspace_search', 'workspace_write', 'workspace_patch'],
  bounds: {},
  gateway: true,
  pool: '',
  maxSteps: '32',
  maxCalls: '200',
  timeout: '600',
  containmentFloor: 'kernel',
  files: [],
  verify: '',
  workspace: 'default',
};

/** The goal a draft stands for. What is left empty is left out, so that the API's own defaults and errors apply. */
export function goalOf(draft: GoalDraft): GoalInput {
  const approvals = approvalsOf(draft.grant, draft.bounds);
  const verify = draft.verify.split('\n').filter((line) => line !== '');
  return {
    objective: draft.objective,
    harness: draft.harness,
    grant: grantOf(draft.grant, draft.bounds),
    limits: {
      ...number('maxSteps', draft.maxSteps, 1),
      ...number('maxCalls', draft.maxCalls, 1),
      ...number('timeoutMs', draft.timeout, 1_000),
    },
    containmentFloor: draft.containmentFloor,
    files: draft.files.map((file) => ({ ...file })),
    workspace: draft.workspace,
    ...(Object.keys(approvals).length === 0 ? {} : { approvals }),
    ...(draft.gateway ? {} : { gateway: false }),
    ...text('pool', draft.pool),
    ...text('stopCondition', draft.stopCondition),
    ...text('guidance', draft.guidance),
    ...text('profile', draft.profile),
    ...text('model', draft.model),
    ...(verify.length === 0 ? {} : { verify: { command: verify } }),
  };
}

function text<K extends string>(key: K, value: string): Partial<Record<K, string>> {
  return (value.trim() === '' ? {} : { [key]: value }) as Partial<Record<K, string>>;
}

function number<K extends string>(key: K, value: string, scale: number): Partial<Record<K, number>> {
  return (value.trim() === '' ? {} : { [key]: Number(value) * scale }) as Partial<Record<K, number>>;
}
