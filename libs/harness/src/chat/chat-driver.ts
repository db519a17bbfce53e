/** The `chat` harness: any OpenAI-compatible chat completions endpoint, key from the operator's environment. */
import type { Driver, RunContext } from '../driver.ts';
import { HarnessError } from '../errors.ts';
import type { Model } from '../model.ts';
import { nativeDriver } from '../native-driver.ts';
import { DEFAULT_LIMITS, requestCompletion, type RequestLimits } from './request.ts';
import { readChatSettings } from './settings.ts';
import { decodeAnswer, encodeRequest } from './wire.ts';

export function chatDriver(limits: RequestLimits = DEFAULT_LIMITS): Driver {
  return nativeDriver({
    name: 'chat',
    title: 'Chat completions (any OpenAI-compatible endpoint)',
    vendor: 'Runseal',
    needsModel: true,
    ready(env) {
      const read = readChatSettings(env);
      return read.ok
        ? { available: true, loggedIn: true, version: null, reason: '', refuse: false, code: null }
        : read.readiness;
    },
    open: (context) => chatModel(context, limits),
  });
}

function chatModel(context: RunContext, limits: RequestLimits): Model {
  const read = readChatSettings(context.env);
  if (!read.ok) throw new HarnessError('harness_not_ready', read.readiness.reason);
  const name = context.model;
  if (name === null) throw new HarnessError('model_required', 'The chat harness needs a model: name one in the goal.');
  const { settings } = read;
  const showing = settings.streamed ? context.showing : undefined;
  return {
    name,
    endpoint: settings.baseUrl,
    reread: decodeAnswer,
    turn(messages, tools) {
      const asked = (streamed: boolean) => encodeRequest(name, { messages, tools, streamed });
      const request = asked(showing !== undefined);
      return {
        request,
        asksTheSame: (earlier) => [true, false].some((streamed) => Buffer.compare(asked(streamed), earlier) === 0),
        async answer(signal) {
          const heard = showing && ((text: string) => showing.delta(text));
          const raw = await requestCompletion(settings, request, signal, limits, heard);
          await showing?.flush();
          return decodeAnswer(raw);
        },
      };
    },
  };
}
