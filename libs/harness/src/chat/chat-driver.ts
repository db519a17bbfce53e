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
  return {
    name,
    endpoint: settings.baseUrl,
    reread: decodeAnswer,
    turn(messages, tools) {
      const request = encodeRequest(name, messages, tools);
      return {
        request,
        answer: async (signal) => decodeAnswer(await requestCompletion(settings, request, signal, limits)),
      };
    },
  };
}
