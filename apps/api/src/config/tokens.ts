/** Injection tokens for what is not a class. */
export const LOGGER = Symbol('logger');
export const CONFIG = Symbol('config');
export const SQL = Symbol('sql');
export const STORE = Symbol('store');
export const INSTALLATION = Symbol('installation');
export const REGISTRY = Symbol('registry');
export const SANDBOX = Symbol('sandbox');
export const PROBES = Symbol('probes');
export const TOOLS = Symbol('tools');
export const LEDGER = Symbol('ledger');
/** The witness policy; null without one. */
export const POLICY = Symbol('policy');
/** Who stamps seals with a time; null: nobody. */
export const TIME_AUTHORITY = Symbol('time authority');
export const ROUTES = Symbol('routes');
export const REMOTES = Symbol('REMOTES');
