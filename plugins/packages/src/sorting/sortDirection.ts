import type { SortDirection } from '@lading/contract/rest';

/**
 * `desc`, `descend` and `$desc` are descending, whatever their case; `asc`, `ascend`, `$asc` and
 * all else are ascending.
 */
export function sortDirection(typed: string | null | undefined): SortDirection {
  return /^(\$?desc|descend)$/i.test(typed ?? '') ? 'DESC' : 'ASC';
}
