import type { ShellApi } from '@lading/contract';
import { isLicensed } from './scanStatus.ts';

/** Width of a result column in pixels, for its usual content. */
export function scanColumnWidth(shell: Pick<ShellApi, 'license'>): number {
  // In this case, the column shows the reason in a sentence quoted from the specification.
  return isLicensed(shell) ? 190 : 204;
}

/** Returns the minimum width: one-digit counts of four severities, or the whole sentence. */
export function leastScanColumnWidth(shell: Pick<ShellApi, 'license'>): number {
  return isLicensed(shell) ? 170 : scanColumnWidth(shell);
}
