/** A file in an index. */
export interface SimpleFile {
  filename: string;
  /** Hexadecimal hashes by algorithm. */
  hashes: Record<string, string>;
  requiresPython?: string;
  size?: number;
  uploaded?: string;
  /** The reason for yanking; an empty string if none was given; undefined if not yanked. */
  yanked?: string;
  /** Set if the metadata is available as a separate file, with its hash if known. */
  metadata?: { sha256?: string };
}

/** A project in an index: PEP 691. */
export interface SimpleProject {
  name: string;
  versions: string[];
  files: SimpleFile[];
}
