/** The files of a backup, except the blobs. */
export interface BackupFiles {
  /** In messages. */
  pathOf(file: string): string;
  /** Path at which a thread can write a new file. Absent if the target is not a directory. */
  localPath?(file: string): string;
  /** Writes a new file. Durable when it resolves. */
  write(file: string, content: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }>;
  /** Returns undefined if the file does not exist. */
  open(file: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}
