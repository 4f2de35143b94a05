import { startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { describeBucketBackups } from './testing/bucketTests.ts';

describeBucketBackups(startS3rver);
