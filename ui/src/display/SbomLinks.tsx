export type SbomFormat = 'cyclonedx' | 'spdx';

/** The formats as their specifications write them. */
export const SBOM_FORMATS: readonly { format: SbomFormat; name: string }[] = [
  { format: 'cyclonedx', name: 'CycloneDX 1.6' },
  { format: 'spdx', name: 'SPDX 2.3' },
];

/** Links that download an SBOM, named by format. `url`: of the SBOM in a format. */
export function SbomLinks({ url }: { url: (format: SbomFormat) => string }) {
  return (
    // One element: a fact puts each of several on a line of its own.
    <span>
      {SBOM_FORMATS.map(({ format, name }, at) => (
        <span key={format}>
          {at > 0 && ', '}
          <a href={url(format)} download>
            {name}
          </a>
        </span>
      ))}
    </span>
  );
}
