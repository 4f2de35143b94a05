import { naturalKey, numberKey, type VersionOrder } from '../../packages/sortKey.ts';

/**
 * A version as defined by PEP 440. Numbers are strings of digits, because their size is unlimited.
 */
export interface PythonVersion {
  epoch: string;
  release: string[];
  pre?: { letter: 'a' | 'b' | 'rc'; number: string };
  post?: string;
  dev?: string;
  local?: string[];
}

const form =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/;

const letters: Record<string, 'a' | 'b' | 'rc'> = {
  alpha: 'a',
  a: 'a',
  beta: 'b',
  b: 'b',
  c: 'rc',
  pre: 'rc',
  preview: 'rc',
  rc: 'rc',
};
const maxLength = 256;

/** Undefined for an invalid version. */
export function parseVersion(text: string): PythonVersion | undefined {
  if (text.length > maxLength) return undefined;
  const parts = form.exec(text.trim().toLowerCase());
  if (!parts) return undefined;
  const [, epoch = '0', release = '', letter, preNumber, short, post, postNumber, dev, devNumber, local] =
    parts;
  const pre = letter === undefined ? undefined : letters[letter];
  return {
    epoch: digits(epoch),
    release: release.split('.').map(digits),
    ...(pre ? { pre: { letter: pre, number: digits(preNumber) } } : {}),
    ...(short !== undefined || post !== undefined ? { post: digits(short ?? postNumber) } : {}),
    ...(dev === undefined ? {} : { dev: digits(devNumber) }),
    ...(local === undefined
      ? {}
      : { local: local.split(/[-_.]/).map((part) => (/^\d+$/.test(part) ? digits(part) : part)) }),
  };
}

function digits(text = ''): string {
  return text.replace(/^0+(?=\d)/, '') || '0';
}

/** PEP 440's normal form of the version; undefined for an invalid version. */
export function normalVersion(text: string): string | undefined {
  const version = parseVersion(text);
  if (!version) return undefined;
  const { epoch, release, pre, post, dev, local } = version;
  return [
    epoch === '0' ? '' : `${epoch}!`,
    release.join('.'),
    pre ? `${pre.letter}${pre.number}` : '',
    post === undefined ? '' : `.post${post}`,
    dev === undefined ? '' : `.dev${dev}`,
    local ? `+${local.join('.')}` : '',
  ].join('');
}

/**
 * Whether both texts denote the same version, such as `1.0` and `1.0.0`. An invalid version equals
 * only itself.
 */
export function isSameVersion(one: string, other: string): boolean {
  return one === other || pythonVersionOrder(one).sortKey === pythonVersionOrder(other).sortKey;
}

// Characters that sort below and above any other in their position.
const below = '!';
const above = '~~~';

/** PEP 440's order. Invalid versions sort below all valid ones. */
export function pythonVersionOrder(text: string): VersionOrder {
  const version = parseVersion(text);
  if (!version) return { sortKey: `0${naturalKey(text)}`, prerelease: false };
  const { epoch, release, pre, post, dev, local } = version;
  const numbers = [...release];
  while (numbers.length > 1 && numbers.at(-1) === '0') numbers.pop();
  const onlyDev = !pre && post === undefined && dev !== undefined;
  const sortKey = [
    '1',
    numberKey(epoch),
    ...numbers.map(numberKey),
    below,
    pre ? `${pre.letter}${numberKey(pre.number)}` : onlyDev ? below : above,
    post === undefined ? below : `p${numberKey(post)}`,
    dev === undefined ? above : `d${numberKey(dev)}`,
    ...(local ?? []).map(localKey),
  ].join('');
  return { sortKey, prerelease: pre !== undefined || dev !== undefined };
}

/** Words sort below numbers. */
function localKey(part: string): string {
  return /^\d+$/.test(part) ? `2${numberKey(part)}` : `1${part}${below}`;
}
