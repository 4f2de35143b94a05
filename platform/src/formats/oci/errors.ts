import { HttpError } from '../../errors/HttpError.ts';

/** The error codes of the distribution specification, with their HTTP status. */
const statuses = {
  BLOB_UNKNOWN: 404,
  BLOB_UPLOAD_INVALID: 400,
  BLOB_UPLOAD_UNKNOWN: 404,
  DIGEST_INVALID: 400,
  MANIFEST_BLOB_UNKNOWN: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  SIZE_INVALID: 400,
  TAG_INVALID: 400,
  UNAUTHORIZED: 401,
  DENIED: 403,
  UNSUPPORTED: 405,
  TOOMANYREQUESTS: 429,
} as const;

export type DockerCode = keyof typeof statuses;

export function dockerError(
  code: DockerCode,
  message: string,
  status: number = statuses[code],
  headers: Readonly<Record<string, string>> = {},
): HttpError {
  return new HttpError(status, code, message, undefined, headers);
}

/** The registry error code for an error thrown by other modules. */
export function codeOf({ status, code }: HttpError): string {
  if (code in statuses) return code;
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'DENIED';
  if (status === 404) return 'NAME_UNKNOWN';
  if (status === 413) return 'SIZE_INVALID';
  if (status === 429) return 'TOOMANYREQUESTS';
  return status < 500 ? 'UNSUPPORTED' : code;
}
