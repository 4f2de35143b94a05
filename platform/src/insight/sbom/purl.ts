import { typeOfPackages } from '../../repositories/PackageType.ts';

/** Returns the package URL; undefined for package types without one. */
export function purlOf(type: string, name: string, version?: string): string | undefined {
  const purl = typeOfPackages(type)?.purl;
  if (!purl) return undefined;
  const path = (purl.name?.(name) ?? name).split('/').filter(Boolean).map(encode).join('/');
  return `pkg:${purl.type}/${path}${version === undefined ? '' : `@${encode(version)}`}`;
}

/** Returns an identifier of a package within a bill, even for types without package URLs. */
export function refOf(type: string, name: string, version?: string): string {
  return purlOf(type, name, version) ?? `${type}:${name}${version === undefined ? '' : `@${version}`}`;
}

/** Encodes a name according to the specification, which does not escape colons. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');
