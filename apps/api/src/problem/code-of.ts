/** The stable or system code an error carries; '' when it has none. Works across realms, where `instanceof` does not. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
