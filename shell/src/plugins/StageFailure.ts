import type { FailureClass } from '@lading/contract';
import { causeOf } from '../log/log.ts';
import { DeadlinePassed } from './deadline.ts';

/** An attempt's failure, with the class that the diagnostics page and the log go by. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure';
  readonly class: FailureClass;
  /** The code had arrived: what failed is the plugin itself. */
  readonly resolved: boolean;

  constructor(failure: FailureClass, error: unknown, resolved = false) {
    super(causeOf(error), { cause: error });
    this.class = failure;
    this.resolved = resolved;
  }

  /** What was thrown at a stage; a deadline is a failure of its own class at every stage. */
  static at(stage: FailureClass, error: unknown): StageFailure {
    if (error instanceof StageFailure) return error;
    return new StageFailure(error instanceof DeadlinePassed ? 'timeout' : stage, error, true);
  }
}

/** What the module loader rejected with. */
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

/** What a screen threw while it was rendered; a screen whose code did not arrive is a matter of the loader's. */
export function renderFailure(error: unknown): StageFailure {
  const fromLoader = (error as { class?: unknown } | null)?.class !== undefined;
  return fromLoader ? loadFailure(error) : new StageFailure('render', error);
}
