import type { AvailablePackages } from '@lading/contract/rest';

/** As people write it: `PyPI`; the platform's own name where it says no other. */
export function nameOfType(types: AvailablePackages['packageTypes'], packageType: string): string {
  return types.find(({ type }) => type === packageType)?.displayName ?? packageType;
}
