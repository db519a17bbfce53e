/**
 * Why no answer is made for who asked with HEAD, once it is known that there would be one: its head says nothing that takes the
 * reading of a whole run.
 */
export class HeadAlone extends Error {
  override readonly name = 'HeadAlone';
  constructor() {
    super('The head alone was asked for.');
  }
}
