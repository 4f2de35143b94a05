import type { FailureClass } from '@lading/contract';
import { causeOf } from '../log/log.ts';
import { DeadlinePassed } from './deadline.ts';

/** Reported data of a failure. */
export type Failure = Pick<StageFailure, 'class' | 'message' | 'cause' | 'resolved'>;

/** Failure of an attempt, with the class used by the diagnostics page and the log. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly class: FailureClass;
  /** The code was loaded: the plugin itself failed. */
  readonly resolved: boolean;

  constructor(failure: FailureClass, error: unknown, resolved = false) {
    super(causeOf(error), { cause: error });
    this.class = failure;
    this.resolved = resolved;
  }

  /** Wraps an error thrown at a stage. A timeout has its own class at every stage. */
  static at(stage: FailureClass, error: unknown): StageFailure {
    if (error instanceof StageFailure) return error;
    return new StageFailure(error instanceof DeadlinePassed ? 'timeout' : stage, error, true);
  }
}

/** Converts a rejection of the module loader. */
export function loadFailure(error: unknown): StageFailure {
  if (error instanceof StageFailure) return error;
  if (error instanceof DeadlinePassed) return new StageFailure('timeout', error);
  const {
    class: found,
    reason,
    request,
  } = error as Partial<Record<'reason' | 'request', string>> & {
    class?: FailureClass;
  };
  if (found === undefined) return new StageFailure('evaluation', error);
  return new StageFailure(found, new Error(`${request ?? ''}: ${reason ?? causeOf(error)}`));
}

/**
 * Converts an error thrown while a screen renders. If the screen's code failed to load, the failure
 * is classified as a load failure.
 */
export function renderFailure(error: unknown): StageFailure {
  const fromLoader = (error as { class?: unknown } | null)?.class !== undefined;
  return fromLoader ? loadFailure(error) : new StageFailure('render', error);
}
