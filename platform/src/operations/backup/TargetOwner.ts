/** An installation that uses a target. */
export interface TargetOwner {
  readonly instance: string;
  /** Marks the next backup. Absent before the database has a list of marks. */
  readonly mark?: string;
  /** Whether this database marked a backup. That of another copy of the installation did not. */
  knows(mark: string): Promise<boolean>;
}
