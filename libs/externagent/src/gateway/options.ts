import type { KillSwitch, Waist } from '@runseal/dispatch';
import type { Recorder } from '@runseal/spine';
import type { GatewayProtocol } from './protocol.ts';
import type { ModelProvider } from './target.ts';

export interface GatewayOptions {
  readonly protocols: readonly GatewayProtocol[];
  readonly provider: ModelProvider;
  /** PEM bundle the provider's certificate is checked against; null for the authorities Node ships. */
  readonly authorities: string | null;
  /** The only models that may be called; null when the run names none. */
  readonly models: readonly string[] | null;
  /** Most tokens of all calls together; null for no limit. */
  readonly maxTokens: number | null;
  /** Budget and brakes of the run: asked before a call leaves, told what it used. */
  readonly meter: Waist['meter'];
  readonly recorder: Recorder;
  readonly killSwitch: KillSwitch;
  /** Called when the record cannot be written any more. */
  readonly onFatal: (error: unknown) => void;
  readonly maxRequestBytes?: number;
}

/** How a CLI is told of the gateway. */
export interface GatewayAddress {
  /** `http://127.0.0.1:PORT`; the paths of the provider's API follow, e.g. `/v1/responses`. */
  readonly url: string;
  /** What the CLI takes for its provider's key; travels in the environment only. */
  readonly token: string;
}
