import type { SortDirection } from '@lading/contract/rest';

/**
 * `desc`, `descend`, and `$desc` are descending, case-insensitively; everything else is ascending.
 */
export function sortDirection(typed: string | null | undefined): SortDirection {
  return /^(\$?desc|descend)$/i.test(typed ?? '') ? 'DESC' : 'ASC';
}
