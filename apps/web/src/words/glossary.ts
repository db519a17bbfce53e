/** The words this house uses in a sense of its own, each in a sentence or two that a newcomer understands. */
export const GLOSSARY = {
  goal: {
    word: 'Goal',
    means: 'What somebody asked for: the objective, what may be done, the limits, and who drives it.',
  },
  run: { word: 'Run', means: 'One attempt at a goal: one stream of events, closed by one seal.' },
  harness: {
    word: 'Harness',
    means:
      'What drives the run. A native one is our own loop; an external one is another vendor’s agent program, which we do not trust.',
  },
  dispatch: {
    word: 'Dispatch',
    means: 'One tool call that went through our waist: admitted, contained, recorded before it took effect.',
  },
  waist: {
    word: 'Waist',
    means: 'The one narrow place every tool call must pass. What passed it is enforced; what went around it is not.',
  },
  tier: {
    word: 'Tier',
    means:
      'How strongly the record can vouch for an event: enforced by us, attested by the harness alone, or a gap that nobody saw.',
  },
  enforced: {
    word: 'Enforced',
    means: 'Went through our waist: admitted, contained and recorded before it took effect.',
  },
  attested: { word: 'Attested', means: 'The harness says so. We kept its words; we did not see the act.' },
  gap: {
    word: 'Gap',
    means:
      'A declared blind spot: something that could not be seen, or was lost. It is on the record so that nobody reads silence as absence.',
  },
  surface: {
    word: 'Surface',
    means:
      'A way by which a harness can act or speak: its shell, its own file edits, its model calls, its network traffic.',
  },
  enforced_share: {
    word: 'Enforced share',
    means: 'Enforced events out of all events of the sealed runs. Never rounded up to a whole it is not.',
  },
  native_call: {
    word: 'Native call',
    means: 'Something a harness did with its own tools instead of ours, as far as it told. Our waist did not admit it.',
  },
  drift: {
    word: 'Drift',
    means:
      'A run of this harness did not behave as its enforcement profile says: a probe failed, or it used tools that should have been off.',
  },
  enforcement_profile: {
    word: 'Enforcement profile',
    means:
      'What of a harness is switched off, what goes through our waist, what our sandbox holds, and what stays open.',
  },
  grant: { word: 'Grant', means: 'The actions a run may take, and within which bounds. Everything else is refused.' },
  containment: {
    word: 'Containment',
    means: 'How strongly a program is shut in: process, kernel, container, micro-VM. Refused rather than downgraded.',
  },
  brake: { word: 'Brake', means: 'A limit that stops the run. The action that would cross it is itself refused.' },
  approval: {
    word: 'Approval',
    means: 'A person’s word on one call with exactly these arguments, given before it runs.',
  },
  content: {
    word: 'Content',
    means: 'The bytes an event talks about. They lie beside the chain and can be erased without breaking the record.',
  },
  commitment: {
    word: 'Commitment',
    means:
      'A salted hash on the record that fixes content without showing it. The content opens it or it is not that content.',
  },
  seal: {
    word: 'Seal',
    means:
      'The signed head over all events of a closed run. Nothing can be added, changed or taken out after it unnoticed.',
  },
  record: { word: 'Record', means: 'The sealed run as one file. Anybody can verify it without this server.' },
  verdict: {
    word: 'Verdict',
    means: 'One named result of verification. There are six, and they are never merged into one tick.',
  },
  ledger: {
    word: 'Ledger',
    means: 'The append-only log of every run opened and sealed. It is what catches a run that disappears.',
  },
  witness: {
    word: 'Witness',
    means:
      'A party apart from the operator that signs the head of the ledger, so that it cannot be rewritten in silence.',
  },
  signing_key: {
    word: 'Signing key',
    means: 'The key that seals. A record names it; whether it is to be trusted must come from outside of the record.',
  },
  keyring: {
    word: 'Keyring',
    means: 'The keys you trust. It is kept in this browser; the server’s word is never enough.',
  },
  hold: { word: 'Legal hold', means: 'While it stands, nothing of the run is erased or removed, whoever asks.' },
  prune: {
    word: 'Prune',
    means: 'Removing a run’s events and content for ever. It takes two people; the seal stays in the ledger.',
  },
  retention: {
    word: 'Retention',
    means: 'How long the content of sealed runs is kept. The record outlives its content.',
  },
  tombstone: {
    word: 'Tombstone',
    means: 'What is left of erased content: who erased it, when, why and on which ground.',
  },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly means: string }>>;

export type TermName = keyof typeof GLOSSARY;

/** All terms, by alphabet. */
export const TERMS = (Object.keys(GLOSSARY) as TermName[]).sort((a, b) =>
  GLOSSARY[a].word.localeCompare(GLOSSARY[b].word, 'en'),
);
