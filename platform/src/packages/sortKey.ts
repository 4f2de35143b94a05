export interface VersionOrder {
  /**
   * Text whose byte order is the version order. Equal for versions that differ only in build
   * metadata.
   */
  sortKey: string;
  prerelease: boolean;
}

/**
 * Returns semver precedence, also for one to many numbers (`1.2`, `1.2.3.4`), a leading `v`, and
 * prereleases without a hyphen (`1.0rc1`). Invalid versions, such as `latest` or a date, sort below
 * all versions, with the numbers in them sorted by value.
 */
export function versionOrder(version: string): VersionOrder {
  const parts = /^v?(\d+(?:\.\d+)+|\d+(?=$|\+))(?:-?([0-9A-Za-z.-]+))?(?:\+[^+]*)?$/i.exec(version);
  const [, core, prerelease] = parts ?? [];
  if (core === undefined || prerelease === '' || /(^|\.)(\.|$)/.test(prerelease ?? 'x')) {
    return { sortKey: `0${naturalKey(version)}`, prerelease: false };
  }
  const numbers = core.split('.');
  while (numbers.length < 3) numbers.push('0');
  const coreKey = numbers.map(numberKey).join('');
  if (prerelease === undefined) return { sortKey: `1${coreKey}${endOfRelease}`, prerelease: false };
  const identifiers = prerelease.split('.').map(identifierKey).join('');
  return { sortKey: `1${coreKey}${startOfPrerelease}${identifiers}`, prerelease: true };
}

// In ascending order, and below the first character of every number: 1.0.0-rc, 1.0.0, 1.0.0.1.
const startOfPrerelease = '!';
const endOfRelease = '"';
const firstLength = '#'.charCodeAt(0);
const longestLength = 80;

/** Prefixes a number with its count of digits, so that text order is numeric order. */
export function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  const over = Math.floor((value.length - 1) / longestLength);
  return `${'~'.repeat(over)}${String.fromCharCode(firstLength + ((value.length - 1) % longestLength))}${value}`;
}

/** Numbers sort below words. The end of a word sorts below every character that may follow. */
function identifierKey(identifier: string): string {
  return /^\d+$/.test(identifier) ? `1${numberKey(identifier)}` : `2${identifier}!`;
}

export function naturalKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => `0${numberKey(digits)}`);
}
