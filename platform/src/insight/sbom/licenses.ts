import * as SPDX from '@cyclonedx/cyclonedx-library/SPDX';
import parse from 'spdx-expression-parse';

export interface DeclaredLicenses {
  /** All licenses as one SPDX expression; absent if one of them is not a valid expression. */
  expression?: string;
  /** Identifiers of the SPDX license list. */
  ids: string[];
  /** Licenses that are not SPDX expressions. */
  names: string[];
}

/** Maximum characters; longer expressions are not parsed. */
const longestExpression = 2000;

/** Classifies declared licenses by the SPDX license list. */
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
