/**
 * One Adapter describes one external agent CLI. The runner, the bridge, the sandbox and the record are shared, so a
 * second CLI is one new folder under adapters/, never an edit anywhere else. Implementations are safe for concurrent use.
 */
import type { ContainmentLevel, Surface, SurfaceState, UsagePayload } from '@runseal/spine';
import type { Mount, Reach, Sandbox } from '@runseal/dispatch';
import type { Readiness } from '@runseal/harness';
import type { HarnessBinary } from './binary/find.ts';
import type { Conversation } from './conversation.ts';
import type { Speech } from './evidence/scripted/speech.ts';
import type { GatewayAddress } from './gateway/options.ts';
import type { GatewayProtocol } from './gateway/protocol.ts';
import type { ModelProvider } from './gateway/target.ts';

/** The loopback MCP endpoint an episode points the CLI at. */
export interface BridgeAddress {
  /** MCP server name the CLI registers the bridge under. */
  readonly name: string;
  /** As the child reaches it: `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  /** Bearer token; travels in the environment only. */
  readonly token: string;
  /** Name of the environment variable that carries it. */
  readonly tokenEnv: string;
  /** Names of the tools the bridge offers, the conformance probe included. */
  readonly tools: readonly string[];
}

/** One turn handed to an external CLI. */
export interface Episode {
  /** The whole input: guidance, objective, "done when" line, the conformance instruction. */
  readonly input: string;
  /** Workspace on the host. The child sees it only where the profile says so, and never writable. */
  readonly workspace: string;
  /**
   * Private 0700 folder of this episode, writable by the child, removed afterwards. The child sees it under the same path
   * and starts in it; it holds an empty `tmp`.
   */
  readonly home: string;
  readonly model: string | null;
  readonly profile: string;
  readonly bridge: BridgeAddress;
  /**
   * Where the CLI finds its model when its calls pass our gateway. The token is then all the key it gets, and its
   * invocation opens no other way out. null: it calls its provider itself.
   */
  readonly gateway: GatewayAddress | null;
  /** The conversation this is a turn of; absent: one that is neither kept nor resumed. */
  readonly thread?: {
    readonly keep: boolean;
    /** Resume exactly this one, which its home holds already ({@link ThreadSupport}); null: a new one. */
    readonly resume: string | null;
  };
  /** The operator's environment: keys and endpoints for the provider come from here. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What to run for one episode. Building it runs nothing. */
export interface Invocation {
  /** Absolute path of the real binary on the host (never a shim that would orphan it). */
  readonly path: string;
  readonly args: readonly string[];
  /** The child's whole environment beside a minimal base (PATH, HOME, TMPDIR, LANG). */
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed. */
  readonly stdin: string;
  /** For a CLI that has to be spoken with; then `stdin` is not written. */
  readonly conversation?: Conversation;
  /** File (host path, inside the home) the CLI writes its final message to, or null. Links and pipes are not read. */
  readonly lastMessageFile: string | null;
  /** What the child may see beside its home. */
  readonly mounts: readonly Mount[];
  /** Where it may go beside the bridge: its model provider. */
  readonly reach: readonly Reach[];
  /** Values that must never appear on the record: replaced by `[redacted]` before anything is kept. */
  readonly secrets: readonly string[];
}

/**
 * One typed projection of an output line. All of it is the CLI's claim (tier attested). `kind` bridge_call means the CLI
 * says it called one of our tools; native_command and file_change mean it says it acted by itself.
 */
export interface HarnessEvent {
  readonly kind:
    | 'progress'
    | 'text'
    | 'reasoning'
    | 'usage'
    | 'error'
    | 'done'
    | 'bridge_call'
    | 'foreign_mcp_call'
    | 'native_command'
    | 'file_change'
    | 'web_search'
    | 'plan';
  readonly text?: string;
  readonly usage?: UsagePayload;
  /**
   * The usage is of one step and adds to the others; without it, it is of the whole episode so far. For text: a piece that
   * goes on where the event before it stopped.
   */
  readonly adds?: true;
  /** For error: not worth retrying, and it fails the episode whatever follows. Any other error is taken back by a later `done`. */
  readonly terminal?: boolean;
  /** The CLI's session id, when the line carries it. */
  readonly session?: string;
  /** bridge_call and foreign_mcp_call. */
  readonly server?: string;
  readonly tool?: string;
  readonly args?: unknown;
  readonly status?: string;
  /** The CLI's own call id, only when it equals the one it sends over the bridge. */
  readonly callId?: string;
  /**
   * The CLI's id of an action of its own, where it tells of one both when it begins and when it ends: the two count as
   * one, and one that never ends counts too. A progress event ends it as well; with status `declined` it did not happen.
   */
  readonly item?: string;
  /** The action has begun and not ended. */
  readonly open?: true;
  readonly command?: string;
  /** Why the line could not be read as this CLI's own: unparseable, unknown_type; else absent. A gap follows. */
  readonly unread?: 'unparseable' | 'unknown_type' | 'not_an_object';
}

/** How the model traffic of a CLI can pass our gateway. */
export interface GatewaySupport {
  /** What this CLI speaks to its provider. */
  readonly protocols: readonly GatewayProtocol[];
  /** The operator's provider and key. Throws HarnessError when there is none to be used. */
  provider(env: Episode['env']): Promise<ModelProvider>;
}

/** How the native surfaces of a CLI are tried, with a scripted model. */
export interface SurfaceTries {
  readonly model: string;
  /** What the CLI speaks to its provider. */
  readonly protocol: TriedProtocol;
  /** Settings that lead the CLI to the scripted model at `http://127.0.0.1:PORT`. */
  readonly env: (origin: string) => Episode['env'];
  /** What the model says, one a turn, each meant to make the CLI act by itself. */
  readonly tries: readonly { readonly surface: Surface; readonly speech: Speech }[];
  /** Namespace of our tools where the CLI keeps them off its list until they are searched for. */
  readonly namespace: string | null;
  /** What the CLI answers a call of a tool it does not have. */
  readonly refused: RegExp;
  /** Tools of its own that reach nothing. */
  readonly harmless: readonly string[];
}

export type TriedProtocol = 'openai-responses' | 'openai-chat' | 'anthropic-messages' | 'gemini';

/** How a CLI keeps its conversations: in files that can be carried as they are, or in a form that only the CLI itself reads. */
export type ThreadSupport = {
  /** What the usage it reports is of, once it goes on with a conversation: all of that, or the episode alone. */
  readonly counts: 'thread' | 'episode';
} & (
  | {
      /** Where its files lie, in the episode's home. */
      readonly folder: (home: string) => string;
    }
  | { readonly teller: ThreadTeller }
);

/** Has the CLI itself bring a conversation out of its home and into another, in the sandbox, with no key and no way out. */
export interface ThreadTeller {
  /**
   * The conversation of this id, after its episode: what was said and nothing that opens anything; null where the CLI does not
   * tell of one like that. The home is in the CLI's hands: nothing is written there.
   */
  tell(thread: string, place: ThreadPlace): Promise<Uint8Array | null>;
  /**
   * Makes the CLI know it, in the home of an episode that has not begun. What was told is checked again. Throws HarnessError
   * `thread_unusable`; returns early when the signal says that the episode is over.
   */
  learn(thread: string, told: Uint8Array, place: ThreadPlace): Promise<void>;
}

export interface ThreadPlace {
  readonly home: string;
  /** Private folder of the run, which the episode never saw. */
  readonly scratch: string;
  readonly sandbox: Sandbox;
  readonly env: Episode['env'];
  /** Ends what is asked of the CLI, at once. */
  readonly signal: AbortSignal;
}

export interface Adapter {
  readonly name: string;
  readonly title: string;
  readonly vendor: string;
  readonly version: string;
  /** First is the default. */
  readonly profiles: readonly string[];
  readonly enforcement: Readonly<Record<string, Readonly<Record<string, SurfaceState>>>>;
  /** Weakest containment this CLI may run under at all; `process` only for programs we ship ourselves. */
  readonly minimumContainment: ContainmentLevel;
  readonly needsModel: boolean;
  /** Absent when this CLI cannot be led through the gateway. */
  readonly gateway?: GatewaySupport;
  /** Absent when it is not known yet how to try it. */
  readonly tries?: SurfaceTries;
  /** The program an episode would run, null when there is none; absent for a program that is part of us. */
  binary?(env: Episode['env']): Promise<HarnessBinary | null>;
  /** Absent when this CLI cannot go on with a conversation exactly, or not at all. */
  readonly threads?: ThreadSupport;
  /** Never throws, never starts an episode. */
  detect(sandbox: Sandbox, env: Episode['env']): Promise<Readiness>;
  /** Runs nothing. Throws HarnessError for a profile, model or provider it cannot build. */
  command(episode: Episode): Promise<Invocation>;
  /**
   * Total: any bytes in, never throws, at least one event for every non-blank line. `line` is the frame's text after
   * UTF-8 decoding (with replacement characters where bytes were bad).
   */
  parse(line: string): readonly HarnessEvent[];
}
