// What each verdict needs is in `s3Backup.test.ts`.
import { describe } from 'vitest';
import { hasRadosGateway, installCommand, startRadosGateway } from '../../blobs/s3/testing/RadosGateway.ts';
import { startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { describeBucketBackups } from './testing/bucketTests.ts';

// The same tests, and more of them with a real server: running both would find nothing else.
const isComplete = hasRadosGateway();
describe(isComplete ? 'a real S3 server' : `s3rver (a real one needs ${installCommand})`, () => {
  describeBucketBackups(isComplete ? startRadosGateway : startS3rver, { isComplete });
});
