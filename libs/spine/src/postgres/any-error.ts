/** By its shape, not by whose Error it extends: errors of the network may come from another realm than ours. */
export function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'name' in value;
}

export function asError(value: unknown): Error {
  return isError(value) ? value : new Error(String(value));
}
