import { packageAddress } from '../address/packageAddress.ts';

/** The page that compares two versions of a package; without them, they are selected there. */
export function compareAddress(packageId: string, versions: { from?: string; to?: string } = {}): string {
  const keys = new URLSearchParams(versions as Record<string, string>).toString();
  return `${packageAddress(packageId)}/versions/compare${keys && `?${keys}`}`;
}
