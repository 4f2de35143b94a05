/** The build that created a package, according to its certificate. All fields are verified. */
export interface Build {
  /** Issuer of the identity of the build, such as GitHub Actions. */
  issuer: string;
  /** URL of the source repository. */
  repository: string;
  /** Path of the workflow in the repository. */
  workflow: string;
  /** Such as `refs/heads/main`. */
  ref: string;
  commit: string;
}

/** The build of a package, or why its provenance is not valid, as a sentence without a period. */
export type CheckedBuild = { build: Build } | { problem: string };

/** Data that a repository stores about the build of a version. */
export interface StoredProvenance {
  /** Sigstore bundle, as JSON. */
  bundle: string;
  /** SHA-512 of the tarball, in hexadecimal. Null if it was stored without one. */
  sha512: string | null;
}
