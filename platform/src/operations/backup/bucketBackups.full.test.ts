// What each verdict needs is in `s3Backup.test.ts`; a real server, in `s3Target.full.test.ts`.
import { startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { describeBucketBackups } from './testing/bucketTests.ts';

describeBucketBackups(startS3rver);
