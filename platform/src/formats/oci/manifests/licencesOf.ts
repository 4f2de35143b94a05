import parse from 'spdx-expression-parse';
import { spdxOf } from '../../../licenses/spdxOf.ts';

/** In characters: as long as one that is taken apart when licences are judged. */
const longestExpression = 2000;
/** In characters: of a text that is no expression. */
const longestText = 20_000;

/**
 * An SPDX expression, `MIT AND (Apache-2.0 OR BSD-3-Clause)`, as it stands: which of them may be chosen counts. Or names parted by
 * commas. Where one is neither an expression nor the name of a licence, each part that it has, so that a banned one is found in it.
 */
export function licencesOf(text = ''): string[] {
  const line = text.slice(0, longestText).replace(/\s+/g, ' ').trim();
  if (isExpression(line)) return [line];
  // An expression that is too long parts at commas into itself.
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
