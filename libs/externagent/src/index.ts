/** Other vendors' agent CLIs as drivers. */
export type { Adapter, BridgeAddress, Episode, GatewaySupport, HarnessEvent, Invocation } from './adapter.ts';
export { externalDriver } from './driver.ts';
export { withEgress } from './gateway/enforcement.ts';
export { startGateway, type Gateway } from './gateway/gateway.ts';
export type { GatewayAddress, GatewayOptions } from './gateway/options.ts';
export type { GatewayProtocol } from './gateway/protocol.ts';
export type { ModelProvider } from './gateway/target.ts';
export { runEpisode, type EpisodeOptions, type EpisodeReport } from './runner.ts';
export { startBridge, type Bridge, type BridgeOptions } from './bridge/bridge.ts';
export type { BridgeCall } from './bridge/account.ts';
export { CONFORMANCE_TOOL } from './bridge/conformance.ts';
export { referenceAdapter } from './adapters/reference/index.ts';
export { codexAdapter } from './adapters/codex/index.ts';
export { codexAppAdapter } from './adapters/codex-app/index.ts';
export { claudeAdapter } from './adapters/claude/index.ts';
export { opencodeAdapter } from './adapters/opencode/index.ts';
export { geminiAdapter } from './adapters/gemini/index.ts';
