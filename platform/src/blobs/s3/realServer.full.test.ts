import { describe } from 'vitest';
import { hasRadosGateway, installCommand, startRadosGateway } from './testing/RadosGateway.ts';
import type { S3Server } from './testing/S3Server.ts';
import { describeS3Store } from './testing/storeTests.ts';

/** A server that runs already, such as `http://127.0.0.1:9000/bucket`, with credentials of AWS. */
const given = process.env.LADING_TEST_S3;

async function useGiven(url: string): Promise<S3Server> {
  const { origin, pathname } = new URL(url);
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  return { endpoint: origin, bucket: pathname.slice(1), credentials, stop: async () => undefined };
}

describe.skipIf(!given && !hasRadosGateway())(`a real S3 server (needs ${installCommand})`, () => {
  describeS3Store(given ? () => useGiven(given) : startRadosGateway, { isComplete: true });
});
