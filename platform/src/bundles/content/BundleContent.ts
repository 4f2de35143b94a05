/** A file of a bundle version, as it was when the version was created. */
export interface HeldArtifact {
  repo: string;
  /** Without a leading slash. */
  path: string;
  /** Hexadecimal in lower case. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Of the repository. */
  packageType: string;
  /** Absent: it belongs to no package. */
  packageName?: string;
  packageVersion?: string;
  properties: Record<string, string[]>;
}

/** Everything that a signature covers. */
export interface BundleContent {
  name: string;
  version: string;
  created: Date;
  createdBy: string;
  /** Where the content was taken from, in words. */
  sources: readonly string[];
  artifacts: readonly HeldArtifact[];
}

/** A file that a source names. */
export interface WantedFile {
  repo: string;
  path: string;
  /** The content that it must have; absent: any. */
  sha256?: string;
}
