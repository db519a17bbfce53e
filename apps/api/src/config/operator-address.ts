import { hostAndPort, isLiteralLoopback } from '@runseal/harness/remote';
import { ConfigError } from './config-error.ts';

/**
 * Where the operator's listener may be: on a loopback address written as a number. A name is refused, for what it means is
 * decided elsewhere; so is everything that other machines could reach. Throws ConfigError.
 */
export function operatorAddress(text: string): { readonly host: string; readonly port: number } {
  const place = hostAndPort(text);
  if (place === null || !isLiteralLoopback(place.host))
    throw new ConfigError(
      `--operator-addr ${JSON.stringify(text)}: give a literal loopback address and a port, such as 127.0.0.1:4401 or [::1]:4401.`,
    );
  return place;
}
