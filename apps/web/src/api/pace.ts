/** After an answer that failed, what is asked over and over is asked only this often, in milliseconds. */
const AFTER_FAILURE_MS = 10_000;

/** How long to wait before asking again: as wanted, or longer while the server answers badly. */
export const paced =
  (ms: number) =>
  ({ state }: { readonly state: { readonly status: string } }): number =>
    state.status === 'error' ? AFTER_FAILURE_MS : ms;
