export interface VersionOrder {
  /** Text that sorts, byte by byte, as the versions do. Equal for versions that differ in build metadata alone. */
  sortKey: string;
  prerelease: boolean;
}

/**
 * Semver's precedence, also for one to many numbers (`1.2`, `1.2.3.4`), a leading `v`, and prereleases without a
 * hyphen (`1.0rc1`). What is no version, such as `latest` or a date, sorts below all versions, numbers in it by value.
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

// In this order, and below every number's first character: 1.0.0-rc, 1.0.0, 1.0.0.1.
const startOfPrerelease = '!';
const endOfRelease = '"';
const firstLength = '#'.charCodeAt(0);
const longestLength = 80;

/** A number's count of digits comes first, so that text order is the order of the values. */
export function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  const over = Math.floor((value.length - 1) / longestLength);
  return `${'~'.repeat(over)}${String.fromCharCode(firstLength + ((value.length - 1) % longestLength))}${value}`;
}

/** Numbers sort below words; a word's end sorts below every character that may go on. */
function identifierKey(identifier: string): string {
  return /^\d+$/.test(identifier) ? `1${numberKey(identifier)}` : `2${identifier}!`;
}

export function naturalKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => `0${numberKey(digits)}`);
}
