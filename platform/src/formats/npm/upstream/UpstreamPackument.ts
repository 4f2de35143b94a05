/** Where a version's tarball comes from, and how it is known to be the right one. */
export interface UpstreamDist {
  /** Absent where it is in the usual place. */
  url?: string;
  integrity?: string;
  shasum?: string;
}

/** A packument of an upstream in the form that it is kept in. */
export interface UpstreamPackument {
  /** JSON with marks for addresses. */
  text: Buffer;
  tags: Record<string, string>;
  dists: Map<string, UpstreamDist>;
}

/** Versions that may stand in an address; what an upstream has besides is left out. */
const versionForm = /^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/;

export function isServedVersion(version: string): boolean {
  return versionForm.test(version) && version.length <= 256;
}
