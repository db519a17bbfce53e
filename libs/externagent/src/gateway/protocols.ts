/** The protocols the gateway speaks. */
import type { GatewayProtocol, Protocol, Route } from './protocol.ts';
import { anthropicMessages } from './protocols/anthropic-messages.ts';
import { gemini } from './protocols/gemini.ts';
import { openAiChat } from './protocols/openai-chat.ts';
import { openAiResponses } from './protocols/openai-responses.ts';

const PROTOCOLS: readonly Protocol[] = [openAiResponses, openAiChat, anthropicMessages, gemini];

/** The protocol, among those named, that has a call at this path; null when none has. */
export function protocolAt(
  path: string,
  names: readonly GatewayProtocol[],
): { readonly protocol: Protocol; readonly route: Route } | null {
  for (const protocol of protocolsNamed(names)) {
    const route = protocol.route(path);
    if (route !== null) return { protocol, route };
  }
  return null;
}

/** In the order they are named. */
export function protocolsNamed(names: readonly GatewayProtocol[]): readonly Protocol[] {
  return names.flatMap((name) => PROTOCOLS.filter((protocol) => protocol.name === name));
}
