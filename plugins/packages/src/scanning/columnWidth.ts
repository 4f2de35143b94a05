import type { ShellApi } from '@lading/contract';
import { isLicensed } from './scanStatus.ts';

/** Width of a result column in pixels, for its usual content. */
export function scanColumnWidth(shell: Pick<ShellApi, 'license'>): number {
  // In this case, the column shows the reason in a sentence quoted from the specification.
  return isLicensed(shell) ? 168 : 204;
}

/** How narrow the column can be: as its usual result is. The sentence is not cut. */
export function leastScanColumnWidth(shell: Pick<ShellApi, 'license'>): number {
  return isLicensed(shell) ? 116 : scanColumnWidth(shell);
}
