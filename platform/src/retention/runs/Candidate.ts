/** A file that is deleted with a candidate. */
export interface CandidateFile {
  /** ID of its row. */
  id: string;
  path: string;
  sha256: string;
  /** Bytes. */
  size: number;
}

/** A unit of selection and deletion: a package version, or a file without one. */
export interface Candidate {
  repo: string;
  packageName?: string;
  packageVersion?: string;
  /** Path of its main file. */
  path: string;
  files: CandidateFile[];
}

export interface Selected extends Candidate {
  /** Why it is kept; absent: it is deleted. */
  reason?: string;
}
