/** Which drivers exist. Fail-closed: a name that was not registered is an error, never a fallback. */
import { HarnessError } from './errors.ts';
import type { Driver } from './driver.ts';

export interface DriverRegistry {
  /** In the order they were registered. */
  readonly names: readonly string[];
  readonly drivers: readonly Driver[];
  /** Throws HarnessError `driver_unknown`, listing what exists. */
  get(name: string): Driver;
}

/**
 * Registers drivers by the name they describe themselves with.
 * Throws HarnessError `driver_nil`, `driver_empty_name` or `driver_duplicate`.
 */
export function createDriverRegistry(drivers: readonly (Driver | null | undefined)[]): DriverRegistry {
  const byName = new Map<string, Driver>();
  for (const [index, driver] of drivers.entries()) {
    if (driver === null || driver === undefined)
      throw new HarnessError('driver_nil', `Driver no. ${index + 1} is missing: register a driver or leave it out.`);
    const { name } = driver.describe();
    if (typeof name !== 'string' || name.trim() === '')
      throw new HarnessError('driver_empty_name', `Driver no. ${index + 1} has no name: give it one.`);
    if (byName.has(name))
      throw new HarnessError(
        'driver_duplicate',
        `Two drivers are called "${name}": a run could not say which one drove it.`,
      );
    byName.set(name, driver);
  }
  const names = [...byName.keys()];
  return {
    names,
    drivers: [...byName.values()],
    get(name) {
      const driver = byName.get(name);
      if (driver === undefined)
        throw new HarnessError(
          'driver_unknown',
          `There is no harness "${name}". There are: ${names.join(', ') || 'none'}.`,
        );
      return driver;
    },
  };
}
