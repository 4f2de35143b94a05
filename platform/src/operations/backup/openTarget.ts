import { resolve } from 'node:path';
import type { OutgoingClient } from '../../outgoing/OutgoingClient.ts';
import { blobFolderOf } from '../../settings/blobFolderOf.ts';
import { readS3Place } from '../../settings/s3Place.ts';
import type { Settings } from '../../settings/settings.ts';
import { type BackupTarget, BadTarget } from './BackupTarget.ts';
import { type BucketAccess, BucketTarget } from './BucketTarget.ts';
import { DirectoryTarget } from './DirectoryTarget.ts';

/** Opens the target of a command: a path, or the URL of a bucket. Throws `BadTarget`. */
export function openTarget(target: string): Promise<BackupTarget> {
  return open(targetName(target), {});
}

/** Returns the URL, or the absolute path without a slash at its end. */
export function targetName(target: string): string {
  return isBucket(target) ? target : resolve(target);
}

/**
 * Opens a target that an administrator entered in the console. The network of an object store must
 * be allowed, unless it is the service of the blob store, which the operator selected. Throws
 * `BadTarget`.
 */
export async function openConsoleTarget(
  target: string,
  { outgoing, settings }: { outgoing: OutgoingClient; settings: Settings },
): Promise<BackupTarget> {
  const watch = outgoing.observeStore;
  if (!isBucket(target)) return open(target, {});
  const { endpoint } = readPlace(target);
  if (isOfBlobStore(endpoint, settings)) return open(target, { watch });
  const lookup = outgoing.lookup();
  if (endpoint !== undefined) await checkEndpoint(endpoint, outgoing);
  return open(target, { watch, lookup });
}

function isBucket(target: string): boolean {
  return target.startsWith('s3:');
}

async function open(target: string, access: BucketAccess): Promise<BackupTarget> {
  if (!isBucket(target)) return new DirectoryTarget(target);
  readPlace(target);
  return BucketTarget.open(target, access);
}

function readPlace(url: string) {
  try {
    return readS3Place(url);
  } catch (error) {
    // The URL may contain a password, so it is not quoted.
    const reason = URL.canParse(url) ? (error as Error).message : 'must have the form s3://bucket/prefix';
    throw new BadTarget(`The URL of the target ${reason}`);
  }
}

function isOfBlobStore(endpoint: string | undefined, { blobUrl, formerBlobUrl }: Settings): boolean {
  return [blobUrl, formerBlobUrl].some(
    (url) => url !== undefined && blobFolderOf(url) === undefined && readS3Place(url).endpoint === endpoint,
  );
}

async function checkEndpoint(endpoint: string, outgoing: OutgoingClient): Promise<void> {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
  try {
    await outgoing.checkedAddress(host, {});
  } catch (error) {
    throw new BadTarget(
      `Cannot use ${endpoint}: ${(error as Error).message}. Check the endpoint, or allow its network with LADING_ALLOWED_NETWORKS`,
    );
  }
}
