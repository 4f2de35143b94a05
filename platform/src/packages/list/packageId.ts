import { HttpError } from '../../errors/HttpError.ts';
import { indexTypeOf } from '../typeNames.ts';

export interface PackageKey {
  type: string;
  name: string;
}

/** Returns `{type}://{name}`; Maven names have their own scheme. */
export function packageIdOf({ type, name }: PackageKey): string {
  return `${type === 'maven' ? 'gav' : type}://${name}`;
}

/** Parses a package ID. Throws `HttpError` 400 for an invalid one. */
export function parsePackageId(id: string): PackageKey {
  const [, scheme, name] = /^([a-z][a-z0-9_-]*):\/\/(.+)$/is.exec(id) ?? [];
  if (!scheme || !name) {
    throw new HttpError(
      400,
      'BAD_PACKAGE_ID',
      `Invalid package ID ${JSON.stringify(id.slice(0, 100))}. Expected {type}://{name}, such as npm://react.`,
    );
  }
  return { type: indexTypeOf(scheme), name };
}
