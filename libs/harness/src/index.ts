/** Driver port, driver registry and the native loops. */
export type {
  Driver,
  DriverResult,
  HarnessDescription,
  Readiness,
  RecordedTurn,
  RunContext,
  Showing,
} from './driver.ts';
export { isReady } from './driver.ts';
export { HarnessError, type HarnessCode } from './errors.ts';
export { createDriverRegistry, type DriverRegistry } from './registry.ts';
export { echoDriver } from './echo/echo-driver.ts';
export { chatDriver } from './chat/chat-driver.ts';
export { readDirectives, type Directive, type Directives } from './directives.ts';
export { readStrictJson, readStrictJsonBytes, type JsonDefect, type StrictJson } from './strict-json.ts';
export { keyMask } from './key-mask/key-mask.ts';
export type { Mask } from './key-mask/mask.ts';
export { MARK, writtenForms } from './key-mask/forms.ts';
export { isKey } from './provider-key.ts';
export { draft, errorContent, record, recorderFailed, withContents } from './recording.ts';
export { runClock, type RunClock } from './run-clock.ts';
export { addUsage, MOST_TOKENS } from './usage.ts';
export { readChatSettings } from './chat/settings.ts';
export { textOfParts, type Part, type PastTurn, type SessionTurn } from './session.ts';
