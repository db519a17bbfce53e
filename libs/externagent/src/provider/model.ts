import { HarnessError } from '@runseal/harness';

/** Model names reach argv and configuration: plain names only, e.g. `gpt-5.5` or `vendor/model:tag`. */
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;

/** Throws HarnessError `model_required` when there is none, `harness_refused` when it is no model name. */
export function plainModel(harness: string, model: string | null, example: string): string {
  if (model === null || model === '')
    throw new HarnessError('model_required', `${harness} needs a model: set the goal's model, e.g. "${example}".`);
  if (!MODEL.test(model))
    throw new HarnessError(
      'harness_refused',
      'The model name may hold letters, digits and . _ : / - only, at most 128.',
    );
  return model;
}
