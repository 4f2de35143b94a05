/** Values that are known for keys of conditions. */
export interface KnownValues {
  readonly types: readonly string[];
  readonly repositories: readonly string[];
  readonly licenses: readonly string[];
  /** Projects of the user that match the typed text. */
  readonly projects?: readonly KnownProject[];
}

export interface KnownProject {
  readonly key: string;
  readonly name: string;
}

/** A completion of the text before the cursor. */
export interface Completion {
  /** The condition, or its value, as it is shown. */
  readonly label: string;
  /** Name of a value that is a key. */
  readonly detail?: string;
  /** The search with the completion, and the position of the cursor after it. */
  readonly text: string;
  readonly cursor: number;
}

/** Keys of conditions with their first operator, as the platform reads them. */
const KEYS = [
  'type:',
  'repo:',
  'license:',
  'severity>=',
  'name:',
  'version:',
  'keyword:',
  'description:',
  'dependency:',
  'project:',
  'modified>=',
  'created>=',
  'downloads>=',
  'versions>=',
  'cve:',
  'checksum:',
] as const;
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
/** More would not fit on the screen. */
const MOST = 8;

/**
 * Returns completions of the word at the cursor: keys of conditions, then values of the key. If
 * none contains the typed text, returns similar ones.
 */
export function completionsOf(text: string, cursor: number, known: KnownValues): readonly Completion[] {
  const word = wordBefore(text, cursor);
  const sign = word.startsWith('-') ? '-' : '';
  const typed = word.slice(sign.length);
  if (typed === '') return [];
  const [, key, operator = '', values = ''] = /^([a-z]+)(:|>=|<=|>|<|=)(.*)$/i.exec(typed) ?? [];
  const start = cursor - word.length;
  const complete = (label: string, inserted: string, detail?: string): Completion => ({
    label,
    ...(detail === undefined ? {} : { detail }),
    text: `${text.slice(0, start)}${sign}${inserted}${text.slice(cursor)}`,
    cursor: start + sign.length + inserted.length,
  });
  if (key === undefined) {
    const lower = typed.toLowerCase();
    const found = KEYS.filter((each) => each.startsWith(lower));
    const meant = found.length > 0 ? found : KEYS.filter((each) => isMeant(nameOf(each), lower));
    return meant.map((each) => complete(each, each));
  }
  const own = KEYS.map(nameOf);
  if (!own.includes(key.toLowerCase()))
    return KEYS.filter((each) => isMeant(nameOf(each), key.toLowerCase())).map((each) =>
      complete(each, `${each}${values}`),
    );
  const last = values.slice(values.lastIndexOf(',') + 1);
  const before = `${key}${operator}${values.slice(0, values.length - last.length)}`;
  // A version can follow a name.
  if (key.toLowerCase() === 'dependency' && sign === '' && /[^<>="*]$/.test(last) && !/[<>=]/.test(last))
    return ['>=', '<'].map((each) => complete(`${last}${each}`, `${before}${last}${each}`));
  const all = valuesOf(key.toLowerCase(), known).filter(({ value }) => value !== last);
  const found = all.filter(({ value, name = '' }) => contains(value, last) || contains(name, last));
  const isKnown = found.length > 0 || all.length === 0;
  return (isKnown ? found : all.filter(({ value }) => isMeant(value.toLowerCase(), last.toLowerCase())))
    .sort((one, other) => Number(begins(other.value, last)) - Number(begins(one.value, last)))
    .slice(0, MOST)
    .map(({ value, name }) =>
      complete(value, `${before}${/[\s,]/.test(value) ? `"${value}"` : value}`, name),
    );
}

/** The typed part of the last value of `project:` before the cursor; undefined elsewhere. */
export function typedProject(text: string, cursor: number): string | undefined {
  return /^-?project[:=](?:.*,)?([^,]*)$/i.exec(wordBefore(text, cursor))?.[1];
}

const wordBefore = (text: string, cursor: number) => /[^\s"]*$/.exec(text.slice(0, cursor))?.[0] ?? '';
const nameOf = (key: string) => key.replace(/[:>=]+$/, '');

/** Other usual names of keys. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ repository: 'repo', repositories: 'repo', dependencies: 'dependency', licences: 'license' },
  ...{ vulnerability: 'severity', vulnerabilities: 'severity' },
};

/** Whether a text of three letters or more differs by one letter, or by two swapped ones. */
function isMeant(known: string, typed: string): boolean {
  if (Object.hasOwn(SYNONYMS, typed)) return SYNONYMS[typed] === known;
  if (typed.length < 3 || known.length < 3 || Math.abs(known.length - typed.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at++;
  const [rest, other] = [known.slice(at), typed.slice(at)];
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2);
  return isSwapped || [rest.slice(1), rest].includes(other.slice(1)) || rest.slice(1) === other;
}

const contains = (value: string, typed: string) => value.toLowerCase().includes(typed.toLowerCase());

const begins = (value: string, typed: string) => value.toLowerCase().startsWith(typed.toLowerCase());

function valuesOf(
  key: string,
  { types, repositories, licenses, projects = [] }: KnownValues,
): readonly { readonly value: string; readonly name?: string }[] {
  if (key === 'project') return projects.map(({ key: value, name }) => ({ value, name }));
  const plain: Readonly<Record<string, readonly string[]>> = {
    ...{ type: types, repo: repositories, license: licenses, severity: SEVERITIES },
  };
  return (Object.hasOwn(plain, key) ? (plain[key] ?? []) : []).map((value) => ({ value }));
}
