/** A file of a bundle version, as it was when the version was created. */
export interface HeldArtifact {
  repo: string;
  /** Without a leading slash. */
  path: string;
  /** Lowercase hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Package type of the repository. */
  packageType: string;
  /** Absent if the file belongs to no package. */
  packageName?: string;
  packageVersion?: string;
  properties: Record<string, string[]>;
  /**
   * For a version of a format that does not accept individual files: the data that publishes it
   * again, from the format. JSON.
   */
  state?: unknown;
}

/** Everything covered by the signature. */
export interface BundleContent {
  name: string;
  version: string;
  created: Date;
  createdBy: string;
  /** Human-readable sources of the content. */
  sources: readonly string[];
  artifacts: readonly HeldArtifact[];
  /** Fingerprint of the OpenPGP key that signs it, too. Absent: created before there was one. */
  openPgpKey?: string;
}

/** A file selected by a source. */
export interface WantedFile {
  repo: string;
  path: string;
  /** Required content; absent: any. */
  sha256?: string;
}
