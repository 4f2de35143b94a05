import type { Settings } from '../../settings/settings.ts';
import type { BackupTarget } from './BackupTarget.ts';
import type { RestoreKey } from './checkKey.ts';

export interface RestoreOptions {
  target: BackupTarget;
  /** Name of a backup in the target. */
  name: string;
  /**
   * Settings of the new installation: data directory, and database and blob directory if they are
   * elsewhere.
   */
  settings: Settings;
  key: RestoreKey;
  /** Restores a backup with corrupted blobs as far as possible. */
  allowDamaged?: boolean;
  progress?: (phase: 'blobs' | 'database', done: number, total: number) => void;
}
