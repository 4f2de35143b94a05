import type { ShellApi } from '@lading/contract';
import { isLicensed } from './scanStatus.ts';

/** Of a column of results, in pixels: as wide as what stands in it most of the time. */
export function scanColumnWidth(shell: Pick<ShellApi, 'licence'>): number {
  // There it says in a sentence of the specification why there is none.
  return isLicensed(shell) ? 168 : 204;
}
