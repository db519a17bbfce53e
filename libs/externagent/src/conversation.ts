/**
 * Our side of a conversation with a CLI that has to be spoken with, instead of being fed its input and left alone. It is
 * pure: it is told what was printed, after that is on the record, and says what to say. The CLI may print anything.
 */
export interface Conversation {
  /** Lines that are said first, without their LF. */
  readonly opening: readonly string[];
  /** Total. What to say to one line of stdout, in order; nothing more is said, and stdin is closed, once `end` is set. */
  hear(line: string): readonly string[];
  /** The episode is to stop: what to say before signals are sent. */
  interrupt(): readonly string[];
  /** For a CLI that asks people; absent: it never does. */
  readonly people?: PeopleAsked;
  /** How the conversation came out; null while it goes on. It is set once. */
  readonly end: ConversationEnd | null;
}

export interface PeopleAsked {
  /** What it has asked for since this was last called. */
  take(): readonly Ask[];
  /** What to say once that was decided. */
  answer(ask: Ask, reply: Reply): readonly string[];
}

/** Something of its own that a CLI wants to do, or to know: put before people as an action of the run. */
export interface Ask {
  readonly action: 'allow_command' | 'allow_file_change' | 'answer_question';
  readonly args: Readonly<Record<string, unknown>>;
  /** The CLI's id of what it asks about. */
  readonly item: string;
}

/** `text` is what people wrote beside their yes. */
export type Reply = { readonly allowed: true; readonly text: string } | { readonly allowed: false };

export interface ConversationEnd {
  readonly state: 'completed' | 'failed' | 'cancelled' | 'needs_input';
  /** Stable code of what went wrong, e.g. session_error, needs_input; null otherwise. */
  readonly code: string | null;
  /** One sentence; '' when nothing went wrong. */
  readonly reason: string;
}
