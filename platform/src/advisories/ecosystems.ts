import { allPackageTypes } from '../repositories/PackageType.ts';

/** The types of packages, as the index has them, that advisories of the ecosystem are about. */
export function typesOf(ecosystem: string): string[] {
  return allPackageTypes()
    .filter((format) => format.ecosystem === ecosystem)
    .map(({ type, packagesType }) => packagesType ?? type);
}

/** What advisories call the ecosystem of a type of the index; undefined: there are none. */
export function ecosystemOf(type: string): string | undefined {
  return allPackageTypes().find((format) => (format.packagesType ?? format.type) === type)?.ecosystem;
}

/** Types of the index that there can be advisories for, with what these call their ecosystem. */
export function scannableTypes(): { type: string; ecosystem: string }[] {
  return allPackageTypes().flatMap(({ type, packagesType, ecosystem }) =>
    ecosystem === undefined ? [] : [{ type: packagesType ?? type, ecosystem }],
  );
}

const lower = (name: string) => name.toLowerCase();

/** Of ecosystems, as OSV writes them, in which one package has several spellings. */
const spellings: Readonly<Record<string, (name: string) => string>> = {
  PyPI: (name) => lower(name).replace(/[-_.]+/g, '-'),
  NuGet: lower,
  Packagist: lower,
  'crates.io': (name) => lower(name).replaceAll('_', '-'),
  Hex: lower,
};

/** The one spelling that the package is known by to whoever compares advisories with packages. */
export function matchingName(ecosystem: string, name: string): string {
  return spellings[ecosystem]?.(name) ?? name;
}
