import { LRUCache } from 'lru-cache';
import { currentPlatform } from '../database/db.ts';
import type { FileRow } from '../files/files.ts';

/** Milliseconds within which a client sends the checksums of a file after it. */
const soon = 10_000;

/** By address: what this process has stored there. */
export const createDeployed = () => new LRUCache<string, FileRow>({ max: 500, ttl: soon });
const deployed = () => currentPlatform().plainFiles.deployed;

export function noteDeployed(file: FileRow): void {
  deployed().set(`${file.repo}/${file.path}`, file);
}

/**
 * What was deployed there a moment ago, so that the checksums that follow are compared without asking the database. Somebody else may
 * have put something else there since: their own checksums say whether that is right.
 */
export function justDeployed(repo: string, path: string): FileRow | undefined {
  return deployed().get(`${repo}/${path}`);
}
