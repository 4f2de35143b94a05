import type { ShellApi } from '@lading/contract';
import { isLicensed } from './scanStatus.ts';

/** Of a column of results, in pixels: as wide as what stands in it most of the time. */
export function scanColumnWidth(shell: Pick<ShellApi, 'licence'>): number {
  // There it says in a sentence of the specification why there is none.
  return isLicensed(shell) ? 168 : 204;
}

/** How narrow the column can be: as its usual result is. The sentence is not cut. */
export function leastScanColumnWidth(shell: Pick<ShellApi, 'licence'>): number {
  return isLicensed(shell) ? 112 : scanColumnWidth(shell);
}
