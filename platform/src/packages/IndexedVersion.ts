/** A version as one repository holds it. */
export interface IndexedVersion {
  repo: string;
  /** `npm`, `generic`. */
  type: string;
  name: string;
  version: string;
  created: Date;
  description?: string;
  licenses: string[];
  /** Tags that move to this version, such as `latest`; those of other versions stay. */
  tags?: string[];
  keywords?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Markdown. */
  readme?: string;
  /** The path of one of the files. */
  leadFile: string;
  /** Files that `putFile` has put into the repository: what they hold is read from there. */
  files: { path: string; size: number; sha256: string; sha1: string; md5: string; mimeType: string }[];
  /** Why it should not be used any more. */
  deprecated?: string;
}
