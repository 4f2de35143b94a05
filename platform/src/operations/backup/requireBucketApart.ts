import { blobFolderOf } from '../../settings/blobFolderOf.ts';
import { readS3Place, type S3Place } from '../../settings/s3Place.ts';
import { BadTarget, type DataLocations } from './BackupTarget.ts';

/** Throws `BadTarget` if the place of backups overlaps a bucket with the installation's blobs. */
export function requireBucketApart(
  name: string,
  own: S3Place,
  { blobUrl, formerBlobUrl }: DataLocations,
): void {
  for (const url of [blobUrl, formerBlobUrl]) {
    if (url === undefined || blobFolderOf(url) !== undefined) continue;
    const { bucket, prefix, endpoint } = readS3Place(url);
    const isSame = bucket === own.bucket && endpoint === own.endpoint;
    if (isSame && (prefix.startsWith(own.prefix) || own.prefix.startsWith(prefix)))
      throw new BadTarget(
        `${name} overlaps the blob store s3://${bucket}/${prefix}, which it is to back up. ` +
          'Select another bucket, at best of another service',
      );
  }
}
