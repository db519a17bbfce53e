/** A failure of the bootstrap that a person can act on: a stable code, one sentence, and what a program printed last. */
export class BootstrapFailure extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {string} [tail] last lines of a program's output
   */
  constructor(code, sentence, tail = '') {
    super(sentence);
    this.code = code;
    this.tail = tail;
  }
}

/** Runs an entry point: says what failed in one sentence with its code, and sets exit code 1. */
export async function entry(work) {
  try {
    await work();
  } catch (cause) {
    process.exitCode = 1;
    if (!(cause instanceof BootstrapFailure)) throw cause;
    if (cause.tail !== '') console.error(cause.tail);
    console.error(`✗ ${cause.message} (${cause.code})`);
  }
}
