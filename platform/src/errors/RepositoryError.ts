import { HttpError } from './HttpError.ts';

/** An answer that tells something of a repository: whoever may know nothing of it gets another (`access/concealment.ts`). */
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
