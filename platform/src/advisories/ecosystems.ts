import { allPackageTypes } from '../repositories/PackageType.ts';

/** Returns the index package types of an ecosystem. */
export function typesOf(ecosystem: string): string[] {
  return allPackageTypes()
    .filter((format) => format.ecosystem === ecosystem)
    .map(({ type, packagesType }) => packagesType ?? type);
}

/** Returns the ecosystem of an index type; undefined if it has no advisories. */
export function ecosystemOf(type: string): string | undefined {
  return allPackageTypes().find((format) => (format.packagesType ?? format.type) === type)?.ecosystem;
}

/** Returns the index types with an ecosystem. */
export function scannableTypes(): { type: string; ecosystem: string }[] {
  return allPackageTypes().flatMap(({ type, packagesType, ecosystem }) =>
    ecosystem === undefined ? [] : [{ type: packagesType ?? type, ecosystem }],
  );
}

const lower = (name: string) => name.toLowerCase();

/** By OSV ecosystem: normalization of package names with several spellings. */
const spellings: Readonly<Record<string, (name: string) => string>> = {
  PyPI: (name) => lower(name).replace(/[-_.]+/g, '-'),
  NuGet: lower,
  Packagist: lower,
  'crates.io': (name) => lower(name).replaceAll('_', '-'),
  Hex: lower,
};

/** Returns the normalized package name for matching. */
export function matchingName(ecosystem: string, name: string): string {
  return spellings[ecosystem]?.(name) ?? name;
}
