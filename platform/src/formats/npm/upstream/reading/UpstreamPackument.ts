/** URL and hashes of a version's tarball. */
export interface UpstreamDist {
  /** Absent if the tarball is at the usual URL. */
  url?: string;
  integrity?: string;
  shasum?: string;
}

/** An upstream's packument in the form in which it is stored. */
export interface UpstreamPackument {
  /** JSON with placeholders for tarball URLs. */
  text: Buffer;
  tags: Record<string, string>;
  dists: Map<string, UpstreamDist>;
}

/** Versions that can appear in a URL; others from an upstream are skipped. */
const versionForm = /^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/;

export function isServedVersion(version: string): boolean {
  return versionForm.test(version) && version.length <= 256;
}
