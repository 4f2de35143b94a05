import type { FailureClass } from '@lading/contract';

interface OfPlugin {
  readonly plugin: string;
  readonly version: string;
}

/** A plugin was loaded and mounted. */
interface LoadNews extends OfPlugin {
  readonly loadMs: number;
  readonly mountMs: number;
}

/** A plugin failed. */
export interface FailureNews extends OfPlugin {
  readonly class: FailureClass;
  /** The class of the log line, which differs for a mount that timed out. */
  readonly logAs: FailureClass;
  readonly cause: string;
  readonly error: unknown;
}

/** A plugin was turned off in this browser, or on again. */
interface SwitchNews extends OfPlugin {
  readonly off: boolean;
}

/** An event of a plugin in this page, for the report to the server. */
export type HealthNews = LoadNews | FailureNews | SwitchNews;
