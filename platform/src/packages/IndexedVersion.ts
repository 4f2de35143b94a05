/** A version in one repository. */
export interface IndexedVersion {
  repo: string;
  /** `npm`, `generic`. */
  type: string;
  name: string;
  version: string;
  created: Date;
  description?: string;
  licenses: string[];
  /** Tags that move to this version, such as `latest`. Tags of other versions stay. */
  tags?: string[];
  keywords?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Markdown. */
  readme?: string;
  /** The path of one of the files. */
  leadFile: string;
  /** Files already stored in the repository. Formats read their content from there. */
  files: { path: string; size: number; sha256: string; sha1: string; md5: string; mimeType: string }[];
  /** Deprecation message; absent: not deprecated. */
  deprecated?: string;
}
