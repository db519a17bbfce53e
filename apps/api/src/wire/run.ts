import { z } from 'zod';
import { ApprovalPolicy } from './approval.ts';
import { Brakes } from './brakes.ts';
import { UsageView } from './event.ts';
import { ScopedAction } from './grant.ts';
import { TurnState } from './sessions.ts';
import { plainText } from './text.ts';

const Count = z.int().min(0);
/** int64 as text, so that no reader loses digits. */
const Int64Text = z.string().regex(/^-?\d{1,19}$/);
const Hex = z.string().regex(/^[0-9a-f]*$/);

/** queued → running → (completed | failed | halted), then sealed is true. */
export const RunState = z
  .enum(['queued', 'running', 'completed', 'failed', 'halted'])
  .describe(
    'A run that takes turns is running until it is sealed, also while it is open, with no turn under way: `session.lastTurn` is neither queued nor running then.',
  );

export const TierCounts = z.object({ enforced: Count, attested: Count, unobserved: Count });

export const RunSummary = z.object({
  run: z.string(),
  workspace: z.string(),
  harness: z.string(),
  harnessKind: z.enum(['native', 'external']),
  profile: z.string().nullable(),
  model: z.string().nullable(),
  objective: z.string().describe('First 280 characters.'),
  state: RunState,
  sealed: z.boolean(),
  events: Count,
  tiers: TierCounts,
  /** Stable code when the run failed or was halted. */
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  principal: z.string(),
  awaitingApproval: z.boolean().describe('The run is parked: a call waits for people.'),
  session: z
    .object({ turns: Count, lastTurn: TurnState.nullable() })
    .nullable()
    .describe(
      'Of a run that takes turns: how many were begun, and how the last of them stands; null before the first. Where that is neither queued nor running, a run that is running is open: it waits for its next turn. null: a run without turns.',
    ),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  harnessVersion: z.string().nullable().describe('Version of an external harness, as it opened the run.'),
  tools: z.array(z.string()).nullable().describe('Actions that were dispatched; null until sealed.'),
  gaps: z.record(z.string(), Count).nullable().describe('Gap events by the surface they are about; null until sealed.'),
  nativeCalls: Count.nullable().describe('What the harness says it did past the waist; null until sealed.'),
  drifted: z
    .boolean()
    .nullable()
    .describe('The harness did not behave as its enforcement profile says; null until sealed.'),
  verification: z
    .object({ at: z.iso.datetime(), verdicts: z.record(z.string(), z.string()) })
    .nullable()
    .describe("What this server's last verification found. Verify elsewhere to trust nobody."),
});

export const Verdict = z.object({
  name: z.enum(['integrity', 'completeness', 'independence', 'governance', 'ground_truth', 'provenance']),
  state: z.enum(['pass', 'fail', 'warn', 'absent']),
  code: z.string().nullable(),
  sentence: z.string(),
  firstBadSeq: z.int().nullable(),
});

export const Mix = z.object({ rules: z.int(), tiers: TierCounts, types: z.record(z.string(), Count), lost: Count });

const Instant = z.number().describe('Unix ms.');

/** What a time authority (RFC 3161) states of a seal. */
export const TimeStatement = z.object({
  authority: z.string(),
  at: Instant,
  accuracyMs: z.number().nullable(),
  policy: z.string(),
  serial: z.string(),
  certificateUntil: Instant,
  trusted: z.boolean(),
  revocation: z
    .object({ asOf: Instant, revokedAt: Instant.nullable(), earlierGood: z.boolean() })
    .nullable()
    .describe('What a CRL says of its certificate; null: not looked at.'),
});

export const Report = z.object({
  format: z.literal('runseal-report/1'),
  run: z.string().nullable(),
  events: Count,
  root: Hex.nullable(),
  origin: z.string().nullable(),
  keyId: z.string().nullable(),
  verdicts: z.array(Verdict),
  mix: Mix.nullable(),
  vouches: z.string().nullable(),
  time: TimeStatement.optional().describe('What a time token over the seal says; left out where there is none.'),
});

/** The signed head of a closed run. */
export const Seal = z.object({
  root: Hex,
  size: Count,
  keyId: z.string(),
  origin: z.string(),
  sealedAt: z.iso.datetime(),
  mix: Mix,
});

export const RunDetail = RunSummary.extend({
  objectiveText: z.string(),
  stopCondition: z.string().nullable(),
  grant: z.array(z.string()),
  grantScopes: z.array(ScopedAction).describe('Bounds of the granted actions that have any.'),
  approvals: z.record(z.string(), ApprovalPolicy),
  limits: z.record(z.string(), z.int()),
  brakes: Brakes,
  containmentFloor: z.string(),
  seal: Seal.nullable(),
  vouches: z
    .string()
    .nullable()
    .describe('What the record can and cannot vouch for, in one sentence; null until sealed.'),
  pruned: z
    .object({
      at: z.iso.datetime(),
      requestedBy: z.string(),
      confirmedBy: z.string(),
      reason: z.string(),
      legalBasis: z.string(),
    })
    .nullable()
    .describe(
      'Of a run that two people removed for ever: its events and contents answer 410 run_pruned; what else is said here is what its seal says, which stays in the ledger. null: it is there.',
    ),
  /** Present while a halt was asked for. */
  halt: z.object({ reason: z.string(), by: z.string(), scope: z.enum(['run', 'workspace', 'global']) }).nullable(),
});

export const RunPage = z.object({ items: z.array(RunSummary), nextCursor: z.string().nullable() });

/** One event, decoded for reading. The bytes that count are `canonical`. */
export const EventView = z.object({
  seq: z.int().min(1),
  type: z.string(),
  tier: z.enum(['enforced', 'attested', 'unobserved']),
  actor: z.enum(['agent', 'human', 'system']),
  /** Unix nanoseconds, text. */
  time: Int64Text,
  principal: z.string().nullable(),
  /** Payload as JSON: byte strings as {"$hex": "…"}, integers beyond 2^53 as {"$int": "…"}, a map with a key that starts with "$" as {"$map": [[key, value], …]}. */
  payload: z.record(z.string(), z.unknown()),
  leaf: Hex,
  link: Hex,
  /** Base64 of the event's canonical bytes. */
  canonical: z.string(),
});

export const EventPage = z.object({ items: z.array(EventView), size: Count, sealed: z.boolean() });

export const HaltRequest = z.strictObject({ reason: plainText(1, 1000) });
export type Halt = z.output<typeof HaltRequest>;

const ComparedCall = z.object({
  call: z.int(),
  seq: z.int(),
  action: z.string(),
  scope: z.string(),
  outcome: z.string(),
  arguments: Hex.nullable().describe('Commitment.'),
  result: Hex.nullable().describe('Commitment.'),
});

/** How a run came out, by its own record. */
const ComparedFacts = z.object({
  outcome: z.object({ seq: z.int(), result: z.string(), reason: z.string() }).nullable(),
  checks: z.array(z.object({ seq: z.int(), passed: z.boolean(), exitCode: z.int().nullable() })),
  containment: z.array(z.string()).describe('Levels really enforced, by episode.'),
  usage: UsageView,
});

/** Two runs side by side. Every statement is computed from the two records. */
export const Comparison = z.object({
  left: RunSummary,
  right: RunSummary,
  mixes: z.object({ left: Mix, right: Mix }),
  gaps: z.array(z.object({ surface: z.string(), left: Count, right: Count, reasons: z.array(z.string()) })),
  enforcement: z.array(z.object({ surface: z.string(), left: z.string().nullable(), right: z.string().nullable() })),
  /** Dispatches aligned by order, action and scope. */
  dispatches: z.array(
    z.object({
      left: ComparedCall.nullable(),
      right: ComparedCall.nullable(),
      sameArguments: z.boolean().nullable(),
      sameResult: z.boolean().nullable(),
    }),
  ),
  facts: z.object({ left: ComparedFacts, right: ComparedFacts }),
  vouches: z.object({ left: z.string(), right: z.string() }),
  /** The differences in plain sentences. */
  sentences: z.array(z.string()),
});

const Found = z.enum(['denied', 'contained', 'bridged', 'open', 'unknown', 'not_tried']);

export const ProbedProfileView = z.object({
  binarySha256: z.string().nullable().describe('Of the program that was tried.'),
  found: z.record(z.string(), Found).describe('Surface by surface, what came of trying it.'),
  broken: z.array(z.string()).describe('Surfaces held less than the profile promises; such a harness drives no run.'),
  offered: z.array(z.string()).describe('Tools of its own that it offered to its model.'),
  complete: z.boolean(),
  reason: z.string().describe('Why something was not tried.'),
});

export const HarnessView = z.object({
  name: z.string(),
  kind: z.enum(['native', 'external']),
  title: z.string(),
  vendor: z.string(),
  profiles: z.array(z.string()),
  needsModel: z.boolean(),
  enforcement: z.record(z.string(), z.record(z.string(), z.string())),
  gatewayEnforcement: z
    .record(z.string(), z.record(z.string(), z.string()))
    .nullable()
    .describe('The same when the model calls pass the gateway; null when this harness cannot be led through it.'),
  keepsThreads: z.boolean().describe('Whether its conversation can be kept, and gone on with in a later run.'),
  probed: z
    .record(z.string(), ProbedProfileView.nullable())
    .describe('Per profile, what came of trying the very program that is installed; null when it was not tried yet.'),
  readiness: z.object({
    ready: z.boolean(),
    available: z.boolean(),
    loggedIn: z.boolean(),
    version: z.string().nullable(),
    reason: z.string(),
    refuse: z.boolean(),
    code: z.string().nullable(),
  }),
});

export const KeyView = z.object({
  keyId: z.string(),
  publicKeyHex: Hex,
  origin: z.string(),
  vkey: z.string().describe('The same key as verifier of the ledger (C2SP signed note).'),
  validFrom: z.iso.datetime(),
  retiredAt: z.iso.datetime().nullable(),
  compromisedAt: z.iso.datetime().nullable().describe('Since when others may have had it.'),
});

export const HarnessList = z.object({ items: z.array(HarnessView) });
export const KeyList = z.object({ items: z.array(KeyView) });
