/**
 * A PostgreSQL advisory lock. A backup holds it exclusively, and garbage collection shared: bytes that a backup still has to copy are not
 * deleted. Any number that no other program uses.
 */
export const backupLock = 7_226_481_911;
