/** What holds each surface once the model calls of a CLI pass the gateway. */
import { CONTAINMENT_LEVELS, type ContainmentLevel, type SurfaceState } from '@runseal/spine';

/**
 * What holds egress once hosts are listed. Where every way out was denied, the listed ones are now led through our proxy
 * and recorded; where a way out is not recorded already, it stays what it was.
 */
export function withEgress(enforcement: Enforcement, hosts: readonly string[]): Enforcement {
  return hosts.length > 0 && enforcement['egress'] === 'denied' ? { ...enforcement, egress: 'bridged' } : enforcement;
}

type Enforcement = Readonly<Record<string, SurfaceState>>;

/**
 * Model calls are bridged. Egress that the sandbox holds is denied: bridge and gateway are all that can be reached. Below
 * the kernel level nothing holds it, and it stays what it was.
 */
export function throughGateway(enforcement: Enforcement, minimum: ContainmentLevel): Enforcement {
  const held =
    enforcement['egress'] === 'contained' &&
    CONTAINMENT_LEVELS.indexOf(minimum) >= CONTAINMENT_LEVELS.indexOf('kernel');
  return { ...enforcement, model_calls: 'bridged', ...(held ? { egress: 'denied' } : {}) };
}
