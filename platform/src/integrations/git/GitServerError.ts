/** A call to a Git server failed. The message says why and what to do, without secrets. */
export class GitServerError extends Error {
  override readonly name = 'GitServerError';
}
