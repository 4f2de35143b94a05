import { typeOfPackages } from '../../repositories/PackageType.ts';

/** The package URL; undefined for a type that has none. */
export function purlOf(type: string, name: string, version?: string): string | undefined {
  const purl = typeOfPackages(type)?.purl;
  if (!purl) return undefined;
  const path = (purl.name?.(name) ?? name).split('/').filter(Boolean).map(encode).join('/');
  return `pkg:${purl.type}/${path}${version === undefined ? '' : `@${encode(version)}`}`;
}

/** Identifies a package within a bill, also one without a package URL. */
export function refOf(type: string, name: string, version?: string): string {
  return purlOf(type, name, version) ?? `${type}:${name}${version === undefined ? '' : `@${version}`}`;
}

/** As the specification has it, which leaves a colon as it is. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');
