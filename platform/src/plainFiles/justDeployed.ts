import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../database/db.ts';
import type { FileRow } from '../files/files.ts';

/** Milliseconds within which a client sends the checksums of a file after the file. */
const soon = 10_000;

/** Files recently stored by this process, by path. */
export const createDeployed = () => new LRUCache<string, FileRow>({ max: 500, ttl: soon });
const deployed = () => currentPlatform().plainFiles.deployed;

export function noteDeployed(file: FileRow): void {
  deployed().set(`${file.repo}/${file.path}`, file);
}

/**
 * Returns the file deployed there just before, so that its checksums are compared without a
 * database query. If another client has replaced the file since then, that client's own checksums
 * verify it.
 */
export function justDeployed(repo: string, path: string): FileRow | undefined {
  return deployed().get(`${repo}/${path}`);
}
