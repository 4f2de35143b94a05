import type { ModuleFailure, ModuleFailureClass } from '@lading/contract/host';

/** A script or stylesheet that failed to load. */
export class ChunkLoadError extends Error implements ModuleFailure {
  override readonly name = 'ChunkLoadError';
  readonly class: ModuleFailureClass;
  readonly status?: number;
  readonly reason: string;
  readonly request: string;
  readonly code?: string;

  constructor(
    failure: { class: ModuleFailureClass; status?: number; reason: string; request: string },
    code?: string,
  ) {
    super(`Loading chunk ${failure.request} failed. (${failure.reason})`);
    this.class = failure.class;
    this.reason = failure.reason;
    this.request = failure.request;
    if (failure.status !== undefined) this.status = failure.status;
    if (code !== undefined) this.code = code;
  }
}

/** A loaded script that threw an error or is not a valid program. */
export class EvaluationError extends Error implements ModuleFailure {
  override readonly name = 'EvaluationError';
  readonly class = 'evaluation';
  readonly reason: string;
  readonly request: string;

  constructor(request: string, thrown: unknown) {
    const reason = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    super(`Evaluating ${request} failed. (${reason})`, { cause: thrown });
    this.reason = reason;
    this.request = request;
  }
}
