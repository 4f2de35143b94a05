import { NoObject, reasonOf } from '../../blobs/s3/s3Errors.ts';
import { NoSpaceLeft } from '../../blobs/space/NoSpaceLeft.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import type { S3Place } from '../../settings/s3Place.ts';
import { BadTarget } from './BackupTarget.ts';

const wrongCredentials = new Set([
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
]);
const forbidden = new Set(['AccessDenied', 'Forbidden', 'AllAccessDisabled']);
const unreachable = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'TimeoutError',
]);

const setCredentials =
  'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or add a profile to the URL as profile=NAME';
const setPermissions =
  'Allow s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject, and s3:AbortMultipartUpload';

/**
 * Converts the error of a request to a bucket to one that says what failed, why, and what to do.
 * `NoObject` is passed on.
 */
export function targetError(place: S3Place, action: string, error: unknown): Error {
  if (error instanceof NoObject || error instanceof BadTarget) return error;
  return new BadTarget(`Failed to ${action}: ${faultOf(place, error)}`);
}

function faultOf({ bucket, endpoint, profile }: S3Place, error: unknown): string {
  const cause = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  const reason = reasonOf(error);
  const service = endpoint ?? 'Amazon S3';
  const refusal = refusalIn(cause);
  if (refusal) return `${refusal.message}. Allow its network with LADING_ALLOWED_NETWORKS`;
  if (error instanceof NoSpaceLeft)
    return `the bucket is full or its quota is used up (${reason}). Free some space, or keep fewer backups`;
  if (cause.name === 'NoSuchBucket')
    return `bucket ${bucket} does not exist at ${service}. Create it, or correct the URL`;
  if (cause.name === 'CredentialsProviderError')
    return profile === undefined
      ? `no credentials found (${reason}). ${setCredentials}`
      : `no credentials found for profile ${profile} (${reason}). Add it to ~/.aws/credentials of this user, or to AWS_SHARED_CREDENTIALS_FILE`;
  if (wrongCredentials.has(cause.name))
    return `${service} rejected the credentials (${reason}). ${setCredentials}`;
  if (forbidden.has(cause.name) || statusOf(cause) === 403)
    return `the credentials have no permission on bucket ${bucket} (${reason}). ${setPermissions}`;
  if (unreachable.has(cause.code ?? '') || unreachable.has(cause.name))
    return `${service} is not reachable (${reason}). Check the endpoint and the network, then back up again`;
  return `${service} returned an error (${reason}). Check its state, then try again`;
}

/** The client may wrap the error of the connection. */
function refusalIn(error: unknown): OutgoingError | undefined {
  if (error instanceof OutgoingError) return error;
  const { cause } = (error ?? {}) as Error;
  return cause === undefined ? undefined : refusalIn(cause);
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
