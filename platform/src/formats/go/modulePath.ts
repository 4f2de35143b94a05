import { HttpError } from '../../errors/HttpError.ts';

const maxPathLength = 500;

/**
 * Applies the client's own rules, so that every published module can be fetched. Throws `HttpError`
 * 400 that states the violated rule.
 */
export function checkModulePath(path: string): string {
  const rule = brokenRule(path);
  if (rule) throw new HttpError(400, 'BAD_MODULE', `Invalid module path '${path.slice(0, 100)}': ${rule}`);
  return path;
}

function brokenRule(path: string): string | undefined {
  if (path.length > maxPathLength) return `it is longer than ${maxPathLength} characters`;
  const elements = path.split('/');
  const [host = ''] = elements;
  if (!host.includes('.')) return 'its first element has no dot; expected a host name';
  if (!/^[a-z0-9.-]+$/.test(host) || host.startsWith('-'))
    return 'its first element can contain only lowercase letters, digits, dots, and hyphens';
  for (const element of elements) {
    if (element === '') return 'it contains an empty element';
    if (!/^[A-Za-z0-9._~-]+$/.test(element))
      return "elements can contain only ASCII letters, digits, '-', '.', '_', and '~'";
    if (element.startsWith('.') || element.endsWith('.')) return 'elements cannot start or end with a dot';
    if (/^(?:con|com\d|nul|prn|aux|lpt\d)(?:\.|$)/i.test(element))
      return `'${element}' is not a valid file name on Windows`;
    if (/~\d+$/.test(element.split('.')[0] ?? ''))
      return `'${element}' is in the form of a Windows short file name`;
  }
  return majorRule(path);
}

/** Major version suffixes start at `/v2`; `/v0`, `/v1`, and `/v02` are invalid. */
function majorRule(path: string): string | undefined {
  if (path.startsWith('gopkg.in/'))
    return /\.v(?:0|[1-9]\d*)(?:-unstable)?$/.test(path) ? undefined : 'paths at gopkg.in end with .vN';
  const major = /\/v([0-9.]*)$/.exec(path)?.[1];
  if (major === undefined || major === '') return undefined;
  return /^[1-9]\d*$/.test(major) && major !== '1'
    ? undefined
    : `/v${major} is not a major version suffix; suffixes start at /v2`;
}

/** Escapes uppercase letters as `!` and the lowercase letter, for case-insensitive file systems. */
export function escapeModule(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** Undefined if the text is not escaped correctly. */
export function unescapeModule(text: string): string | undefined {
  if (/[A-Z]|!(?![a-z])/.test(text)) return undefined;
  return text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
