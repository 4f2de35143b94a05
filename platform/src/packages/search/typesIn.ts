import { allPackageTypes } from '../../repositories/PackageType.ts';
import { aliasedTypes, indexTypeOf } from '../typeNames.ts';
import { didYouMean } from './meant.ts';
import { badSearch, type Term } from './parseSearch.ts';

/** Returns the index types of a condition. Throws `HttpError` 400 for an unknown one. */
export function typesIn({ values, at }: Pick<Term, 'values' | 'at'>): string[] {
  const own = allPackageTypes().map(({ type, packagesType }) => packagesType ?? type);
  const known = new Set([...own, ...aliasedTypes]);
  return values.map(({ text }) => {
    const type = indexTypeOf(text);
    if (known.has(type)) return type;
    const names = [...new Set(own)].sort();
    throw badSearch(at, `unknown package type "${text}"`, `${didYouMean(text, names)}Use ${listed(names)}`);
  });
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`;
}
