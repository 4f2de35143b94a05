export interface Migration {
  /**
   * `0001-accounts.sql`. One that ends in `.concurrent.sql` builds a single index `CONCURRENTLY IF NOT EXISTS`, outside of a
   * transaction.
   */
  name: string;
  sql: string;
}
