import type { LookupFunction } from 'node:net';
import type { GetObjectCommandInput, S3 } from '@aws-sdk/client-s3';
import type { S3Place } from '../../settings/s3Place.ts';

/** Timeout of connecting, in milliseconds. */
const connectTimeoutMs = 3000;
/**
 * Time without any data after which a connection is closed, in milliseconds. A download to a slow
 * client then continues on another connection.
 */
const idleTimeoutMs = 20_000;
const maxConnections = 64;
/** Validity of a signed URL in seconds. Only the beginning of a download must be within it. */
const linkSeconds = 300;

export interface ClientAccess {
  /** Resolves the host name of the service, and can reject its address. */
  lookup?: LookupFunction;
}

/**
 * Creates a client. Credentials come from the standard environment variables, files, or roles of
 * the machine. The library is loaded only here, because most servers store blobs in a directory.
 */
export async function openClient(
  { endpoint, region, profile, pathStyle }: S3Place,
  { lookup }: ClientAccess = {},
): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const agent = { maxSockets: maxConnections, keepAlive: true, ...(lookup ? { lookup } : {}) };
  return new S3({
    region: region ?? (AWS_REGION || AWS_DEFAULT_REGION || 'us-east-1'),
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(profile === undefined ? {} : { profile }),
    maxAttempts: 4,
    // Many compatible services reject or ignore the additional checksums. The signature covers the
    // content, and every blob is hashed anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** Returns a signed URL for a download. Sends no request to the object store. */
export async function signDownload(s3: S3, input: GetObjectCommandInput): Promise<string> {
  const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  return getSignedUrl(s3, new GetObjectCommand(input), { expiresIn: linkSeconds });
}
