import { z } from 'zod';
import { GoalRequest } from './goal.ts';
import { plainText } from './text.ts';

const Count = z.int().min(0);
export const DnsLabel = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a DNS label: a-z, 0-9 and -');
const Label = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,126}$/);
const Notes = (most: number) =>
  z
    .record(Label, z.string().max(most))
    .refine((notes) => Object.keys(notes).length <= 32, 'must have at most 32 entries');

/** A piece of what is said to a session. */
export const Part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(262_144) }),
  z.strictObject({
    type: z.literal('file'),
    name: plainText(1, 512),
    media: plainText(1, 200),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits, lower case'),
  }),
  z.strictObject({ type: z.literal('data'), media: plainText(1, 200), base64: z.base64().max(1_000_000) }),
  z.strictObject({ type: z.literal('reasoning'), opaque: z.string().max(262_144) }),
]);

const Inputs = z.array(Part).max(64);
const Project = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
const TimeoutMs = z.int().min(1000).max(86_400_000);

export const SessionRequest = GoalRequest.pick({
  guidance: true,
  model: true,
  approvals: true,
  pool: true,
  limits: true,
  containmentFloor: true,
  files: true,
  workspace: true,
}).extend({
  grant: GoalRequest.shape.grant
    .unwrap()
    .optional()
    .describe('Actions the turns may take. Without one: those of a goal, or what a remote harness wants of us.'),
  harness: GoalRequest.shape.harness
    .optional()
    .describe('Who drives the turns: echo, chat, remote:NAME. Without one: chat where a model is set up, else echo.'),
  title: plainText(1, 280).default('Session').describe('For lists.'),
  name: DnsLabel.optional().describe('Unique within the workspace.'),
  project: Project.default('default').describe('For lists; no wall: the workspace is the wall.'),
  labels: Notes(256).default({}),
  annotations: Notes(4096).default({}),
  inputs: Inputs.default([]).describe('Input of the first turn, which is then begun at once.'),
});
export type SessionRequest = z.output<typeof SessionRequest>;

export const ExecRequest = z.strictObject({
  inputs: Inputs.default([]).describe(
    'What is said. Empty: the last turn, which was left unfinished, is driven again.',
  ),
  expectedLastSeq: Count.optional().describe(
    'lastSeq as you saw it. Anything else now is a conflict, and nothing happens.',
  ),
  config: z
    .base64()
    .min(4)
    .max(87_384)
    .optional()
    .describe(
      'Bytes for a remote harness, at most 64 KiB: kept on the record and handed on with this turn, as they are.',
    ),
  timeoutMs: TimeoutMs.optional().describe("Most time for this turn; the session's own when absent."),
});
export type ExecRequest = z.output<typeof ExecRequest>;

export const ForkRequest = z
  .strictObject({
    atSeq: Count.default(0).describe(
      'Last event of the session that the children share; 0 is the newest one there is.',
    ),
    children: z.int().min(1).max(128).default(1),
    names: z.array(DnsLabel).max(128).optional().describe('One for each child, or none at all.'),
  })
  .refine(({ names, children }) => names === undefined || names.length === children, {
    path: ['names'],
    error: 'must name every child, or none',
  })
  .refine(({ names = [] }) => new Set(names).size === names.length, {
    path: ['names'],
    error: 'must not repeat a name',
  });
export type ForkRequest = z.output<typeof ForkRequest>;

export const SessionReason = z.strictObject({ reason: plainText(1, 1000) });
export type SessionReason = z.output<typeof SessionReason>;

export const TurnState = z.enum(['queued', 'running', 'completed', 'failed', 'canceled', 'interrupted']);

export const TurnView = z.object({
  turn: z.int().min(1),
  state: TurnState,
  principal: z.string(),
  inputs: z.array(Part),
  output: z
    .string()
    .nullable()
    .describe('What the harness said at its end; null while there is none, or once it was erased.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});

export const SessionView = z.object({
  session: z
    .string()
    .describe('Also the id of its run: events, record, verification and approvals are found under it.'),
  name: z.string().nullable(),
  title: z.string(),
  workspace: z.string(),
  project: z.string(),
  principal: z.string(),
  harness: z.string(),
  model: z.string().nullable(),
  execState: z
    .enum(['pending', 'running', 'awaiting', 'completed', 'failed', 'canceled', 'interrupted'])
    .describe(
      'Of the last turn, not of the session, which is open until it is sealed; pending before the first turn, awaiting while a call waits for people.',
    ),
  computeState: z
    .enum(['none', 'live', 'cold', 'terminated'])
    .describe('Nothing of a session is kept in memory between its turns: it is cold, until its record is sealed.'),
  suspended: z.boolean(),
  sealed: z.boolean(),
  deleted: z.boolean(),
  lastSeq: Count,
  turns: Count,
  parent: z.string().nullable(),
  forkSeq: Count.nullable().describe('Events shared with the parent.'),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  createdAt: z.iso.datetime(),
});

export const SessionPage = z.object({ items: z.array(SessionView), nextCursor: z.string().nullable() });
export const TurnList = z.object({ items: z.array(TurnView) });
export const TurnAccepted = z.object({
  session: SessionView,
  turn: z.int().min(1),
  redrive: z.boolean().describe('True when an unfinished turn is driven again.'),
});
export const SessionCreated = z.object({ session: SessionView, turn: z.int().min(1).nullable() });
export const ForkDone = z.object({
  parent: z.string(),
  seq: Count,
  root: z.string().describe('Merkle root over the shared events, hex: what each child commits to in its first event.'),
  children: z.array(SessionView),
});

/** Larger pages are made smaller, never refused. */
const MOST = 200;
export const SessionsQuery = z.strictObject({
  project: Project.optional(),
  workspace: z.string().max(63).optional(),
  limit: z.coerce
    .number()
    .int()
    .default(50)
    .transform((limit) => Math.min(Math.max(limit, 1), MOST)),
  cursor: z.string().max(512).optional().describe('nextCursor of the page before.'),
});
export type SessionsFilter = z.output<typeof SessionsQuery>;

export const SessionParam = z.object({ session: z.string().max(64).describe('Session id, or its name.') });
export type SessionName = z.output<typeof SessionParam>;

export const TurnParam = SessionParam.extend({ turn: z.coerce.number().int().min(1).max(2_147_483_647) });
export type TurnName = z.output<typeof TurnParam>;

export const ReplayQuery = z.strictObject({
  from: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(1),
  to: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0).describe('0 is the newest.'),
  inherited: z.enum(['true', 'false']).default('false').describe('The events shared with the parents, before its own.'),
});
export type ReplayRange = z.output<typeof ReplayQuery>;
