/** The `echo` harness: no model and no key, for trying the whole path. */
import { nativeDriver } from '../native-driver.ts';
import { echoModel } from './echo-model.ts';
import type { Driver } from '../driver.ts';

/** Calls the tools that the objective names in `@tool_name {json args}` lines, in order, and echoes the rest. */
export function echoDriver(): Driver {
  return nativeDriver({
    name: 'echo',
    title: 'Echo (no model: it calls the tools the objective spells out)',
    vendor: 'Runseal',
    needsModel: false,
    ready: () => ({ available: true, loggedIn: true, version: null, reason: '', refuse: false, code: null }),
    open: (context) => echoModel(context.objective),
  });
}
