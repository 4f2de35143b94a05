import { describe } from 'vitest';
import { hasRadosGateway, installCommand, startRadosGateway } from '../../blobs/s3/testing/RadosGateway.ts';
import { describeBucketBackups } from './testing/bucketTests.ts';

describe.skipIf(!hasRadosGateway())(`a real S3 server (needs ${installCommand})`, () => {
  describeBucketBackups(startRadosGateway, { isComplete: true });
});
