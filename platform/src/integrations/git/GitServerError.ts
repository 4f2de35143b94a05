/** A failed request to a Git server. The message has the reason and the remedy, without secrets. */
export class GitServerError extends Error {
  override readonly name = 'GitServerError';
}
