import type { Settings } from '../../settings/settings.ts';
import type { BackupTarget } from './BackupTarget.ts';
import type { RestoreKey } from './checkKey.ts';

export interface RestoreOptions {
  target: BackupTarget;
  /** Of a backup in the target. */
  name: string;
  /** Of the new installation: data directory, and database and blob directory where they are elsewhere. */
  settings: Settings;
  key: RestoreKey;
  /** Restores what is left of a backup with damaged blobs. */
  allowDamaged?: boolean;
  progress?: (phase: 'blobs' | 'database', done: number, total: number) => void;
}
