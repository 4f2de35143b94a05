/** Bytes between two waits for the disk. A longer queue of writes delays the waits of others. */
export const syncBytes = 8 * 1024 * 1024;
