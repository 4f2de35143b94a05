import type { Manifest } from '../manifests/readManifest.ts';

/**
 * Suffixes of the tags under which cosign stores what it attaches without `subject`:
 * `sha256-{hex}.sig`.
 */
export const attachedSuffixes: readonly string[] = ['sig', 'att', 'sbom'];

/** The tag under which cosign stores something about a manifest. */
export const attachedTag = (subject: string, suffix: string) => `${subject.replace(':', '-')}.${suffix}`;

/** Digests of attestations that builders list in an index, with the image that each is about. */
export function listedAttestations({ manifests }: Pick<Manifest, 'manifests'>): Map<string, string> {
  return new Map(
    manifests.flatMap(({ digest, annotations }) => {
      const about = annotations['vnd.docker.reference.digest'];
      return about === undefined ? [] : [[digest, about] as const];
    }),
  );
}
