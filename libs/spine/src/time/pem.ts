/** DER of every block with this label in a PEM text (RFC 7468). @throws DOMException for what is not base64 */
export function pemBlocks(pem: string, label: string): Uint8Array[] {
  const block = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`, 'gu');
  return [...pem.matchAll(block)].map(([, text]) =>
    Uint8Array.from(atob(text!.replaceAll(/\s/gu, '')), (character) => character.charCodeAt(0)),
  );
}
