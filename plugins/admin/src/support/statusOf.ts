import type { SupportBundle } from '@lading/contract/rest';

export type BundleStatus = SupportBundle['status'];

/** Its CSS class. */
export const STATUS_CLASS: Readonly<Record<BundleStatus, 'success' | 'failure' | 'in-progress'>> = {
  success: 'success',
  failure: 'failure',
  'in progress': 'in-progress',
};

/**
 * Services have words of their own: one that is neither a success nor a failure is not finished
 * yet.
 */
export function statusOf(status: string): BundleStatus {
  if (
    /^(success|succeeded|successful|complete|completed|created|done|finished|ready|ok)$/i.test(status.trim())
  )
    return 'success';
  if (/fail|error|abort|cancel|reject|timed.?out|expired/i.test(status)) return 'failure';
  return 'in progress';
}
