/**
 * ID of a PostgreSQL advisory lock. Backups hold it exclusively, and garbage collection holds it
 * shared, so that content which a backup still has to copy is not deleted. Any number that no other
 * program uses.
 */
export const backupLock = 7_226_481_911;
