/** The file of a package that contains the signature of its author, not signed itself. */
export const SIGNATURE_FILE = 'lading-signature.json';

/** Type of the signed bytes, in the DSSE envelope. */
export const SIGNATURE_PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** Identifies the form of the predicate: no other signature of the key passes for this one. */
const PREDICATE_TYPE = 'urn:lading:plugin-package:v1';

/** A file of a package, other than the one with the signature. */
export interface PackageDigest {
  /** Below the top directory of the archive, as it is written there. */
  readonly path: string;
  /** Of the content, as lowercase hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Returns the exact text that the author of a package signs: an in-toto statement about all of its
 * files. Author and server both build it from the files, so that no other text is accepted.
 */
export function packageStatement(
  { name, version }: { readonly name: string; readonly version: string },
  files: readonly PackageDigest[],
): string {
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  return JSON.stringify({
    _type: 'https://in-toto.io/Statement/v1',
    subject: sorted.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate: { name, version },
  });
}
