import { sql } from 'drizzle-orm';
import type { Db } from '../../database/connection.ts';

/** `damaged` means different content, and `missing` means no file. */
export type DamageReason = 'damaged' | 'missing';

/** Records corrupted blobs in the database. */
export interface DamageLog {
  /** Whether the database has a row for the blob. */
  isListed(sha256: string): Promise<boolean>;
  /** Returns `false` if it was already recorded. */
  record(sha256: string, reason: DamageReason): Promise<boolean>;
  resolve(sha256: string): Promise<void>;
  /** Returns the SHA-256 of all. Deletes entries of blobs that no longer exist. */
  read(): Promise<string[]>;
}

export function damageLogOf(db: Db): DamageLog {
  return {
    isListed: async (sha256) => {
      const { rows } = await db.execute(sql`select from blobs where sha256 = ${sha256}`);
      return rows.length > 0;
    },
    record: async (sha256, reason) => {
      const { rowCount } = await db.execute(sql`
        insert into damaged_blobs (sha256, reason) values (${sha256}, ${reason}) on conflict do nothing`);
      return rowCount === 1;
    },
    resolve: async (sha256) => {
      await db.execute(sql`delete from damaged_blobs where sha256 = ${sha256}`);
    },
    read: async () => {
      await db.execute(sql`
        delete from damaged_blobs d where not exists (select from blobs b where b.sha256 = d.sha256)`);
      const { rows } = await db.execute<{ sha256: string }>(sql`select sha256 from damaged_blobs`);
      return rows.map(({ sha256 }) => sha256);
    },
  };
}
