/** Takes something out of bytes that pass by. */
export interface Mask {
  /** What may go on now. */
  push(bytes: Uint8Array): Buffer;
  /** What is left once nothing follows. */
  end(): Buffer;
}
