import type { BlobReader } from '../../blobs/BlobLocation.ts';
import type { BackupTarget } from './BackupTarget.ts';

/** Locations of an installation's content. */
interface BackupSource {
  databaseUrl: string;
  /** Whether the database runs on this machine. */
  isLocal?: boolean;
  home: string;
  blobs: BlobReader;
}

export interface BackupProgress {
  phase: 'database' | 'blobs';
  /** Number of tables, or of bytes to copy. */
  done: number;
  total: number;
}

export interface BackupOptions {
  source: BackupSource;
  target: BackupTarget;
  /** Number of complete backups to keep. All if absent. */
  keep?: number;
  /** Whether clients are served, for which the backup then makes pauses. */
  isBusy?: () => boolean;
  /** Awaited by the backup. */
  progress?: (progress: BackupProgress) => void | Promise<void>;
  signal?: AbortSignal;
}
