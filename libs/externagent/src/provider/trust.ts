/** Certificate authorities the child trusts for its provider: the operator's own bundle, else those Node ships. */
import { access } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { HarnessError } from '@runseal/harness';

export type TrustBundle =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'text'; readonly pem: string };

/** Throws HarnessError `harness_not_ready` when SSL_CERT_FILE names a file that cannot be read. */
export async function trustBundle(env: Readonly<Record<string, string | undefined>>): Promise<TrustBundle> {
  const path = env['SSL_CERT_FILE'];
  if (!path) return { kind: 'text', pem: `${rootCertificates.join('\n')}\n` };
  try {
    await access(path);
  } catch (cause) {
    throw new HarnessError('harness_not_ready', 'SSL_CERT_FILE names a file that cannot be read; fix or unset it.', {
      cause,
    });
  }
  return { kind: 'file', path };
}
