import type { FailureClass } from '../plugin/state.ts';

/**
 * Result of the validation. `cause` contains the plugin, the field, and the actual and expected
 * value.
 */
export type Validated<T> =
  | { readonly valid: true; readonly value: T }
  | {
      readonly valid: false;
      readonly class: Extract<FailureClass, 'not-a-plugin' | 'contract-version'>;
      readonly cause: string;
    };

/** Returns the result for a value that is no plugin. */
export function notAPlugin(cause: string): Validated<never> {
  return { valid: false, class: 'not-a-plugin', cause };
}
