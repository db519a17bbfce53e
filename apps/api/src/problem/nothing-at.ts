import { methodsAt, type KnownRoute } from '../route/methods-at.ts';
import { ProblemError } from './problem.ts';

/** Where what an operator alone decides is asked for, on a listener of its own. */
const OPERATOR = /^\/operator\//;

/** What is said of an address that nothing answers at: what may be meant, or where it says what this listener has. */
export function nothingAt(routes: readonly KnownRoute[], path: string): ProblemError {
  const meant = path.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  if (methodsAt(routes, meant).length > 0) return unknown(`You may mean ${meant}.`);
  const document = routes.find(({ address }) => address.endsWith('/openapi.json'))?.address ?? '';
  if (OPERATOR.test(document))
    return unknown(
      `This is the listener of the operator: GET ${document} lists what it has. The API has another port.`,
    );
  if (OPERATOR.test(path)) return unknown('The operator has a listener of its own (RUNSEAL_OPERATOR_ADDR).');
  return unknown(`GET ${document} lists what there is.`);
}

const unknown = (what: string): ProblemError =>
  new ProblemError(404, 'route_unknown', `There is nothing at this address. ${what}`);
