export interface Migration {
  /**
   * File name such as `0001-accounts.sql`. A name that ends in `.concurrent.sql` builds a single
   * index `CONCURRENTLY IF NOT EXISTS`, outside of a transaction.
   */
  name: string;
  sql: string;
}
