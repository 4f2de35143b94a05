import type { SQL } from 'drizzle-orm';

/** The few packages that can match, from an index. No other packages need to be checked. */
export interface Candidates {
  /** Selects up to `limit` IDs as `package_id`. */
  query(limit: number): SQL | Promise<SQL>;
  /** Estimates the number of candidates quickly. */
  estimate(): Promise<number>;
  /**
   * Whether all candidates match without further checks. The query then also selects `name_lower`.
   */
  decided: boolean;
  /** Whether the words of the search occur in the names or texts of all candidates. */
  isWorded?: true;
}
