import { naturalKey, numberKey, type VersionOrder } from '../../packages/sortKey.ts';

/** A version as PEP 440 reads it; numbers as digits, since they have no largest one. */
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
const longest = 256;

/** Undefined for what is no version. */
export function parseVersion(text: string): PythonVersion | undefined {
  if (text.length > longest) return undefined;
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

/** PEP 440's one spelling of the version; undefined for what is none. */
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

/** Whether both spell one version; also `1.0` and `1.0.0` do. What is no version equals itself alone. */
export function isSameVersion(one: string, other: string): boolean {
  return one === other || pythonVersionOrder(one).sortKey === pythonVersionOrder(other).sortKey;
}

// Below, and above, whatever may stand in their place.
const below = '!';
const above = '~~~';

/** PEP 440's order; what is no version sorts below all that are. */
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
