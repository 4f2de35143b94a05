import { rm } from 'node:fs/promises';
import S3rver from 's3rver';
import { temporaryFolder } from '../../../testing/temporaryFolder.ts';

/** A running S3-compatible server for tests. */
export interface S3Server {
  /** URL of the server. */
  endpoint: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  stop(): Promise<void>;
}

/**
 * Starts an S3-compatible server in this process. It verifies the signatures of headers, but not of
 * URLs.
 */
export async function startS3rver(bucket = 'blobs'): Promise<S3Server> {
  const directory = await temporaryFolder('lading-s3-');
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  listDeepFolders(server);
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Lists each common prefix. The library skips those whose objects are all in directories below it,
 * unlike S3. Without pages, which no test needs for prefixes.
 */
function listDeepFolders({ store }: S3rver): void {
  const listAll = store.listObjects.bind(store);
  store.listObjects = async (bucket, options) => {
    const { delimiter, prefix = '' } = options;
    if (!delimiter) return listAll(bucket, options);
    const { objects } = await listAll(bucket, { prefix });
    const prefixes = new Set<string>();
    const direct = objects.filter(({ key }) => {
      const end = key.indexOf(delimiter, prefix.length);
      if (end >= 0) prefixes.add(key.slice(0, end + delimiter.length));
      return end < 0;
    });
    return { objects: direct, commonPrefixes: [...prefixes].sort(), isTruncated: false };
  };
}

/** The environment of a platform that stores its blobs in the server. */
export function blobEnvironment(
  { endpoint, bucket }: Pick<S3Server, 'endpoint' | 'bucket'>,
  prefix: string,
): { LADING_BLOB_URL: string } {
  return { LADING_BLOB_URL: `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint)}` };
}
