import * as SPDX from '@cyclonedx/cyclonedx-library/SPDX';
import parse from 'spdx-expression-parse';

export interface DeclaredLicenses {
  /** All of them in one SPDX expression; absent where one of them is no expression. */
  expression?: string;
  /** Those that are identifiers of the SPDX license list. */
  ids: string[];
  /** Those that are no SPDX expressions. */
  names: string[];
}

/** Longer than any that people write; what is longer is not taken apart. */
const longestExpression = 2000;

/** Sorts declared licenses by what SPDX knows of them. */
export function licensesOf(given: readonly string[]): DeclaredLicenses {
  const ids = given.filter((text) => SPDX.isSupportedSpdxId(text));
  const names = given.filter((text) => !ids.includes(text) && !isExpression(text));
  const single = given.length === 1;
  const expression = given.map((text) => (single || ids.includes(text) ? text : `(${text})`)).join(' AND ');
  return { ids, names, ...(names.length === 0 && given.length > 0 ? { expression } : {}) };
}

function isExpression(text: string): boolean {
  if (text.length > longestExpression) return false;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
