import { startS3rver } from './testing/S3Server.ts';
import { describeS3Store } from './testing/storeTests.ts';

describeS3Store(startS3rver);
