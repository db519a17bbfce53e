import { createHash, randomBytes } from 'node:crypto';

const KEY = /^rsk_[A-Za-z0-9_-]{43}$/;
const TOKEN = /^rss_[A-Za-z0-9_-]{43}$/;

/** A new API key: 32 random bytes. Shown once, kept as a hash. */
export const newKey = (): string => `rsk_${randomBytes(32).toString('base64url')}`;

/** A new session token: 32 random bytes. */
export const newToken = (): string => `rss_${randomBytes(32).toString('base64url')}`;

export const looksLikeKey = (text: string): boolean => KEY.test(text);
export const looksLikeToken = (text: string): boolean => TOKEN.test(text);

/** 32 bytes. SHA-256 is enough: the secret has 256 random bits, so there is nothing to guess. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** What a person may see of a key, to tell it from others. */
export const prefixOf = (key: string): string => key.slice(0, 10);
