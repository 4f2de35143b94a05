/** A file that goes with a candidate. */
export interface CandidateFile {
  /** Of its row. */
  id: string;
  path: string;
  sha256: string;
  /** In bytes. */
  size: number;
}

/** What a policy selects and deletes as a whole: a version of a package, or a file of none. */
export interface Candidate {
  repo: string;
  packageName?: string;
  packageVersion?: string;
  /** Of its main file. */
  path: string;
  files: CandidateFile[];
}

export interface Selected extends Candidate {
  /** Why it stays; absent: it goes. */
  reason?: string;
}
