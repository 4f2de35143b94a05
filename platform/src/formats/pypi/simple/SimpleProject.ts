/** A file as an index lists it. */
export interface SimpleFile {
  filename: string;
  /** Hexadecimal, by algorithm. */
  hashes: Record<string, string>;
  requiresPython?: string;
  size?: number;
  uploaded?: string;
  /** Why it was yanked; empty where nothing was said. */
  yanked?: string;
  /** Whether its metadata is to be had beside it, and by which hash. */
  metadata?: { sha256?: string };
}

/** A project as an index lists it: PEP 691. */
export interface SimpleProject {
  name: string;
  versions: string[];
  files: SimpleFile[];
}
