/** Whether a key can be sent to a provider: it travels in an HTTP header. Clients quote the header that they refuse, key and all. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(key);
