import parse from 'spdx-expression-parse';
import { spdxOf } from '../../../licenses/spdxOf.ts';

/** Maximum characters of an expression; the same as for evaluating license policies. */
const longestExpression = 2000;
/** Maximum characters of a text that is not an expression. */
const longestText = 20_000;

/**
 * Reads the licenses of an image. An SPDX expression, such as `MIT AND (Apache-2.0 OR
 * BSD-3-Clause)`, is returned unchanged, because the choices in it matter. Otherwise the text is a
 * comma-separated list of names. A part that is neither an expression nor a license name is split
 * further, so that a banned license in it is found.
 */
export function licensesOf(text = ''): string[] {
  const line = text.slice(0, longestText).replace(/\s+/g, ' ').trim();
  if (isExpression(line)) return [line];
  // A too long expression is split at commas too.
  const names = line.split(',').flatMap((each) => {
    const name = each.trim();
    if (isExpression(name)) return [spdxOf(name, '')];
    return / (?:AND|OR) /.test(name) ? partsOf(name) : [spdxOf(name, '')];
  });
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 100);
}

function partsOf(text: string): string[] {
  return text.split(/ (?:AND|OR) |[()]/).map((name) => spdxOf(name, ''));
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
