/** Instructions in the package for somebody who has none of our programs. */
export function howToVerify(run: string): string {
  return `How to verify this package without us
=====================================

1. That nothing in the package was changed since it was made (any system with coreutils):

     sha256sum --strict -c manifest-sha256.txt && sha256sum --strict -c tagmanifest-sha256.txt

   Run it in the folder that holds bagit.txt. It does not notice files that were added; any BagIt tool (RFC 8493) and our
   own program (5) do. Neither finds forgery: whoever changes a file can change the manifests as well.

2. That the events are those that were signed. data/verify-without-us.md holds verifiers of one page each that use Node's
   standard library only; save each under the name above it. Any Provetrail verifier reads data/${run}.provetrail too.
   Take the public key from its owner, not from this package:

     node verify.mjs data/${run}.provetrail PUBLIC_KEY_HEX

   The contents, where they were exported, are beside the record, and the record names each by its commitment:

     node contents.mjs data/${run}.provetrail data/${run}.content.jsonl

3. That the seal is in the ledger: data/${run}.tlog-proof, when there is one, is a C2SP tlog-proof
   (c2sp.org/tlog-proof) that any such tool reads. CHECKPOINT_SHA256 is what verify.mjs printed. Take the key of the log
   and those of the witnesses you trust from their owners; without witnesses, only the operator says that there is no other ledger:

     node receipt.mjs data/${run}.tlog-proof CHECKPOINT_SHA256 LOG_VKEY WITNESS_VKEY WITNESS_VKEY

4. That the seal existed at a certain time: data/${run}.tst, when there is one, is a time token (RFC 3161) over the
   checkpoint's bytes. Get the certificate of the authority from the authority:

     openssl ts -verify -token_in -in data/${run}.tst -digest CHECKPOINT_SHA256 -CAfile authority.pem

   This does not look whether the authority's certificate was revoked. For that, append its list of revocations (CRL, PEM)
   to authority.pem and add -crl_check; our own program takes the same file.

5. With our own command line, offline:

     runseal verify . --keys keys-you-trust.json --policy witnesses-you-trust --time-ca authorities-you-trust.pem

   (Or the zip the package came in, in place of the dot.) It looks at the manifests, the record, its contents, its
   receipt and its time token. The report, the coverage and the other statements in data/ are those of whoever made
   the package: nobody has to believe them.

What the record cannot show stands in data/coverage.txt.
`;
}
