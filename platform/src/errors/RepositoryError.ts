import { HttpError } from './HttpError.ts';

/**
 * An error response with information about a repository. Callers without permission on the
 * repository get a different response (`access/concealment.ts`).
 */
export class RepositoryError extends HttpError {
  constructor(
    status: number,
    code: string,
    message: string,
    readonly repository: string,
  ) {
    super(status, code, message);
  }
}
