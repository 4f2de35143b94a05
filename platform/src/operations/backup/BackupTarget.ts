import type { BlobReader } from '../../blobs/BlobLocation.ts';
import type { Settings } from '../../settings/settings.ts';
import type { BackupFiles } from './BackupFiles.ts';
import type { Manifest } from './Manifest.ts';
import type { TargetOwner } from './TargetOwner.ts';

/** The target cannot be used. The message says why and what to do. */
export class BadTarget extends Error {
  override readonly name = 'BadTarget';
}

/** Free space in bytes, if it is limited, and the number of complete backups. */
export interface TargetReport {
  free?: number;
  backups: number;
}

/**
 * Stores the backups of an installation: `backups/TIME/` with a manifest and the database, and
 * `blobs/`, which all backups in a target share. The layout is the same in each kind of target.
 */
export interface BackupTarget extends BlobReader {
  /** A path or URL as the operator entered it. Contains no credentials. */
  readonly name: string;
  /** Number of parallel copies, to overlap waits. */
  readonly parallel: number;
  /** Whether it can be on the disk that uploads wait for. Copies then make pauses for them. */
  readonly isLocal: boolean;

  /** Returns the names of complete backups, newest first. */
  list(): Promise<string[]>;
  files(name: string): BackupFiles;
  /** Throws `BadTarget` if it does not exist, or was never used. */
  require(): Promise<void>;
  /** Throws `BadTarget` if an installation cannot use it. Changes nothing that remains. */
  check(owner: TargetOwner): Promise<TargetReport>;
  /**
   * Throws `BadTarget` if it shares its location with the data, because a backup must survive its
   * loss.
   */
  requireApart(settings: DataLocations): void;
  /**
   * Claims the target for this installation and process, and deletes remains of interrupted
   * backups. The caller must have excluded other backups of the installation. Returns a function
   * that releases the target. Throws `BadTarget`, also if another copy of the installation uses it.
   */
  take(owner: TargetOwner): Promise<() => void>;

  /**
   * Returns the files of a new backup, which is not listed before `finish`. Returns undefined if a
   * backup has this name.
   */
  begin(name: string): Promise<BackupFiles | undefined>;
  /** Throws `BadTarget` if another copy of the installation has taken the target since. */
  requireOwn(): Promise<void>;
  /** Throws `BadTarget` if another installation deleted files of a backup in progress. */
  requireComplete(name: string, manifest: Manifest): Promise<void>;
  /**
   * Completes a backup. It is listed with all of its files, or not at all. Throws as `requireOwn`.
   */
  finish(name: string, manifest: Manifest): Promise<void>;
  /** Deletes a backup. At no time is an incomplete backup listed. */
  delete(name: string): Promise<void>;

  /** In messages. */
  pathOfBlob(sha256: string): string;
  /**
   * Returns the complete blobs whose SHA-256 begins with two digits. A bucket is listed once for
   * ascending digits; the same or smaller ones list it again.
   */
  blobsWith(prefix: string): Promise<Set<string>>;
  /** Also returns their sizes in bytes, to find truncated ones. Can take much longer. */
  blobSizes(prefix: string): Promise<Map<string, number>>;
  /** Throws `BadTarget` if blobs with this number of bytes have no space. */
  requireSpace(bytes: number): Promise<void>;
  /** Stores a blob, which is complete or does not exist. Returns `false` if it has another hash. */
  addBlob(sha256: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<boolean>;
  /** Makes the added blobs whose SHA-256 begins with two digits durable. */
  syncBlobs(prefix: string): Promise<void>;
  deleteBlob(sha256: string): Promise<void>;

  /** Must be called after all other use. */
  close(): void;
}

export type DataLocations = Pick<Settings, 'home' | 'blobUrl' | 'formerBlobUrl'>;

/**
 * Returns a name such as `2026-01-31T14-05-00Z`, which sorts by time and is valid in every file
 * system.
 */
export function backupName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export function timeOfBackup(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'));
}

export function isBackupName(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);
}
