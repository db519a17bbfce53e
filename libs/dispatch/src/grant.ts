/** What a run may do: a set of actions, default deny, each within its bounds. */
import type { GrantScopePayload } from '@runseal/spine';
import { DispatchError } from './errors.ts';
import { scopeFault } from './grant/scope.ts';
import type { ActionScope } from './grant/scope.ts';

export type { ActionScope } from './grant/scope.ts';

/** An action by name, or within bounds. */
export type GrantEntry = string | (ActionScope & { readonly action: string });

export interface Grant {
  readonly actions: ReadonlySet<string>;
  /** Action → bounds that must all hold. An action that is not here has none. */
  readonly scopes: ReadonlyMap<string, readonly ActionScope[]>;
}

/**
 * A grant of exactly these actions; the empty list allows nothing. An action that is named more than once is bound by
 * every entry that names it. Throws `runseal.grant_invalid` for bounds that could not be kept.
 */
export function grantOf(entries: Iterable<GrantEntry>): Grant {
  const actions = new Set<string>();
  const scopes = new Map<string, readonly ActionScope[]>();
  for (const entry of entries) {
    if (typeof entry === 'string') {
      actions.add(entry);
      continue;
    }
    const { action, ...scope } = entry;
    const fault = scopeFault(scope);
    if (fault !== null) throw new DispatchError('runseal.grant_invalid', `The grant of ${action}: ${fault}`);
    actions.add(action);
    if (Object.values(scope).some((bound) => bound !== undefined))
      scopes.set(action, [...(scopes.get(action) ?? []), scope]);
  }
  return { actions, scopes };
}

/** Delegation: what both allow, within the bounds of both. The answer never allows more than `grant`. */
export function narrowGrant(grant: Grant, entries: Iterable<GrantEntry>): Grant {
  return intersectGrants(grant, grantOf(entries));
}

/** What both allow, within the bounds of both. */
export function intersectGrants(left: Grant, right: Grant): Grant {
  const actions = new Set([...left.actions].filter((action) => right.actions.has(action)));
  const scopes = new Map<string, readonly ActionScope[]>();
  for (const action of actions) {
    const both = [...(left.scopes.get(action) ?? []), ...(right.scopes.get(action) ?? [])];
    if (both.length > 0) scopes.set(action, both);
  }
  return { actions, scopes };
}

/** A grant of every one of these tools, named one by one: a tool that is added later is not in it. */
export function allowAll(tools: Iterable<{ readonly name: string }>): Grant {
  return grantOf([...tools].map((tool) => tool.name));
}

/** The bounds of a grant as they go on the record: sorted, so that equal grants read the same. */
export function grantScopes({ scopes }: Grant): readonly GrantScopePayload[] {
  return [...scopes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([action, all]) =>
      all.map(({ paths, hosts, arguments: schema, trust }) => ({
        action,
        ...(paths === undefined ? {} : { paths: [...paths].sort() }),
        ...(hosts === undefined ? {} : { hosts: [...hosts].sort() }),
        ...(schema === undefined ? {} : { arguments: JSON.stringify(sorted(schema)) }),
        ...(trust === undefined ? {} : { trust }),
      })),
    );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, of]) => of !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, of]) => [key, sorted(of)]));
}
