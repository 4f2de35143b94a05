import { packageAddress } from '../address/packageAddress.ts';

/**
 * Returns the path of the page that compares two versions. Without them, users select them there.
 */
export function compareAddress(packageId: string, versions: { from?: string; to?: string } = {}): string {
  const keys = new URLSearchParams(versions as Record<string, string>).toString();
  return `${packageAddress(packageId)}/versions/compare${keys && `?${keys}`}`;
}
