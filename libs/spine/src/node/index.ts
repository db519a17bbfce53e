/** What the record gains on a server: a faster hash and signing keys. */
export { nodeHasher } from './hash.ts';
export { fileSigner } from './key-file.ts';
export type { KeyFileOptions } from './key-file.ts';
export { serveSigner } from './serve-signer.ts';
export type { SignerServer } from './serve-signer.ts';
export type { Signable } from './signable.ts';
export { generateSigner, signerFromSeed, signerOf } from './signer.ts';
export { socketSigner } from './socket-signer.ts';
export type { SocketSignerOptions } from './socket-signer.ts';
