/**
 * License names in a reduced form: lowercase letters and digits, without words such as `the`,
 * `license`, and `version`.
 */
const names: Readonly<Record<string, string>> = {
  apache2: 'Apache-2.0',
  asl2: 'Apache-2.0',
  al2: 'Apache-2.0',
  apachesoftware2: 'Apache-2.0',
  apachesoftware: 'Apache-2.0',
  apache: 'Apache-2.0',
  apache11: 'Apache-1.1',
  apachesoftware11: 'Apache-1.1',
  mit: 'MIT',
  mitx11: 'MIT',
  expat: 'MIT',
  mit0: 'MIT-0',
  isc: 'ISC',
  unlicense: 'Unlicense',
  un: 'Unlicense',
  wtfpl: 'WTFPL',
  zlib: 'Zlib',
  bsd2clause: 'BSD-2-Clause',
  simplifiedbsd: 'BSD-2-Clause',
  '2clausebsd': 'BSD-2-Clause',
  freebsd: 'BSD-2-Clause',
  bsd2: 'BSD-2-Clause',
  bsd3clause: 'BSD-3-Clause',
  newbsd: 'BSD-3-Clause',
  revisedbsd: 'BSD-3-Clause',
  modifiedbsd: 'BSD-3-Clause',
  bsd3: 'BSD-3-Clause',
  '3clausebsd': 'BSD-3-Clause',
  edl1: 'BSD-3-Clause',
  eclipsedistribution1: 'BSD-3-Clause',
  gofaster: 'BSD-3-Clause',
  epl1: 'EPL-1.0',
  eclipsepublic1: 'EPL-1.0',
  epl2: 'EPL-2.0',
  eclipsepublic2: 'EPL-2.0',
  cpl1: 'CPL-1.0',
  commonpublic1: 'CPL-1.0',
  mpl1: 'MPL-1.0',
  mpl11: 'MPL-1.1',
  mozillapublic11: 'MPL-1.1',
  mpl2: 'MPL-2.0',
  mozillapublic2: 'MPL-2.0',
  cddl1: 'CDDL-1.0',
  commondevelopmentanddistribution1: 'CDDL-1.0',
  cddl11: 'CDDL-1.1',
  commondevelopmentanddistribution11: 'CDDL-1.1',
  gpl2: 'GPL-2.0-only',
  gnugpl2: 'GPL-2.0-only',
  gnugeneralpublic2: 'GPL-2.0-only',
  gpl2only: 'GPL-2.0-only',
  gpl3: 'GPL-3.0-only',
  gnugpl3: 'GPL-3.0-only',
  gnugeneralpublic3: 'GPL-3.0-only',
  gpl3only: 'GPL-3.0-only',
  gpl2wcpe: 'GPL-2.0-only WITH Classpath-exception-2.0',
  gpl2ce: 'GPL-2.0-only WITH Classpath-exception-2.0',
  gpl2withclasspathexception: 'GPL-2.0-only WITH Classpath-exception-2.0',
  gpl2withcpe: 'GPL-2.0-only WITH Classpath-exception-2.0',
  lgpl2: 'LGPL-2.0-only',
  gnulgpl2: 'LGPL-2.0-only',
  gnulibrarygeneralpublic2: 'LGPL-2.0-only',
  gnulessergeneralpublic2: 'LGPL-2.0-only',
  lgpl21: 'LGPL-2.1-only',
  gnulesserpublic21: 'LGPL-2.1-only',
  gnulessergeneralpublic21: 'LGPL-2.1-only',
  gnulgpl21: 'LGPL-2.1-only',
  lgpl21only: 'LGPL-2.1-only',
  lgpl3: 'LGPL-3.0-only',
  gnulessergeneralpublic3: 'LGPL-3.0-only',
  gnulesserpublic3: 'LGPL-3.0-only',
  gnulgpl3: 'LGPL-3.0-only',
  lgpl3only: 'LGPL-3.0-only',
  agpl3: 'AGPL-3.0-only',
  gnuafferogeneralpublic3: 'AGPL-3.0-only',
  gnuagpl3: 'AGPL-3.0-only',
  agpl3only: 'AGPL-3.0-only',
  publicdomain: 'LicenseRef-Public-Domain',
  cc0: 'CC0-1.0',
  cc01: 'CC0-1.0',
  cc010universal: 'CC0-1.0',
  bouncycastle: 'MIT',
  boost: 'BSL-1.0',
  bsl1: 'BSL-1.0',
  boostsoftware1: 'BSL-1.0',
  unicodeicu: 'ICU',
  icu: 'ICU',
  postgresql: 'PostgreSQL',
  psf: 'PSF-2.0',
  psf2: 'PSF-2.0',
  python: 'PSF-2.0',
  zpl21: 'ZPL-2.1',
  zopepublic21: 'ZPL-2.1',
  artistic2: 'Artistic-2.0',
  json: 'JSON',
  wtfpl2: 'WTFPL',
  upl1: 'UPL-1.0',
  universalpermissive1: 'UPL-1.0',
};

const addresses: readonly [RegExp, string][] = [
  [/apache\.org\/licenses\/(?:LICENSE-)?2\.0/i, 'Apache-2.0'],
  [/apache\.org\/licenses\/LICENSE-1\.1/i, 'Apache-1.1'],
  [/eclipse\.org\/(?:legal|org\/documents)\/epl-?(?:v10|1\.0)/i, 'EPL-1.0'],
  [/eclipse\.org\/legal\/epl-?(?:v20|2\.0)|eclipse\.org\/legal\/epl-2/i, 'EPL-2.0'],
  [/eclipse\.org\/org\/documents\/edl-v10/i, 'BSD-3-Clause'],
  [/mozilla\.org\/(?:en-US\/)?MPL\/2\.0/i, 'MPL-2.0'],
  [/mozilla\.org\/MPL\/(?:MPL-)?1\.1/i, 'MPL-1.1'],
  [/gnu\.org\/(?:licenses\/)?.*classpath/i, 'GPL-2.0-only WITH Classpath-exception-2.0'],
  [/gnu\.org\/(?:licenses|copyleft)\/(?:old-licenses\/)?lgpl-2\.1/i, 'LGPL-2.1-only'],
  [/gnu\.org\/(?:licenses|copyleft)\/lgpl-3\.0/i, 'LGPL-3.0-only'],
  [/gnu\.org\/(?:licenses|copyleft)\/agpl-3\.0/i, 'AGPL-3.0-only'],
  [/gnu\.org\/(?:licenses|copyleft)\/(?:old-licenses\/)?gpl-2\.0/i, 'GPL-2.0-only'],
  [/gnu\.org\/(?:licenses|copyleft)\/gpl-3\.0/i, 'GPL-3.0-only'],
  [/creativecommons\.org\/publicdomain\/zero/i, 'CC0-1.0'],
  [/unlicense\.org/i, 'Unlicense'],
];

/** The SPDX identifier of a license; the given name if it is unknown. */
export function spdxOf(name: string, url: string): string {
  const plain = oneLine(name);
  const known = knownIdentifiers.get(plain.toLowerCase());
  if (known) return known;
  const named = plain.length <= maxNameLength && !plain.endsWith(cut) ? idOfName(plain) : undefined;
  return named ?? spdxOfAddress(url) ?? spdxOfAddress(plain) ?? (plain || oneLine(url));
}

/**
 * Returns the name unchanged if text in parentheses adds a condition: `MIT (with Commons Clause)`
 * is not MIT.
 */
function idOfName(name: string): string | undefined {
  const isLater = laterToo.test(name.toLowerCase());
  const id = (reduced: string) => {
    const found = ids.get(reduced);
    return found && isLater ? found.replace(/-only\b/, '-or-later') : found;
  };
  const plain = name.toLowerCase().replace(laterToo, ' ');
  const whole = id(reducedName(plain));
  if (whole) return whole;
  const outside = reducedName(plain.replace(inBrackets, ' '));
  const named = id(outside);
  if (!named) return undefined;
  return [...plain.matchAll(inBrackets)].every(([, inside = '']) => addsNothing(inside.trim(), outside))
    ? named
    : name;
}

/** Whether text in parentheses repeats the name, as `GPLv3` does, or is only a year or a link. */
function addsNothing(inside: string, name: string): boolean {
  const id = ids.get(name);
  const link = /^(?:see )?((?:https?:\/\/|www\.)\S+)$/.exec(inside)?.[1];
  if (link) return [id, undefined].includes(spdxOfAddress(link));
  if (whereOrWhen.test(inside)) return true;
  const reduced = reducedName(inside);
  if (reduced === '') return !/[a-z0-9<>≤≥!]/.test(inside);
  const version = /\d*$/.exec(name)?.[0] ?? '';
  return (
    ids.get(reduced) === id ||
    // The name without its version: `(LGPL)`.
    (/^[a-z]{2,}$/.test(reduced) &&
      (ids.get(reduced + version) === id || reducedName(id?.toLowerCase() ?? '').startsWith(reduced)))
  );
}

/** Reduces a lowercase name to the form used in `names`; empty if the name is a version range. */
function reducedName(plain: string): string {
  if (/[<>≤≥!]/.test(plain)) return '';
  return plain
    .replace(/lv(?=\d)/g, 'l')
    .replace(/\b(?:the|licen[cs]e|licensed|version|under|v(?=[\d .])|software foundation)\b|\bv(?=\d)/g, ' ')
    .replace(/(\d)\.0\b/g, '$1')
    .replace(/[^a-z0-9]/g, '');
}

/** The identifier of the license at a URL; undefined if the URL is unknown. */
export function spdxOfAddress(url: string): string | undefined {
  const address = url.trim().slice(0, 500);
  // Some URLs end with the identifier: `opensource.org/licenses/MIT`.
  const [, last = ''] =
    /(?:opensource|spdx)\.org\/licenses?\/([\w.-]+?)(?:\.(?:php|html|txt))?\/?$/i.exec(address) ?? [];
  return (
    knownIdentifiers.get(last.toLowerCase()) ?? addresses.find(([pattern]) => pattern.test(address))?.[1]
  );
}

/**
 * Maximum characters of a name. A longer text is not a name, and the patterns for names are meant
 * for short texts.
 */
const maxNameLength = 200;
/** Maximum characters of a license in the index. */
const maxTextLength = 4000;

/** Allows later versions of the license. */
const laterToo =
  /(?<=\d)\s*\+|(?:>=|≥)\s*(?=v?\d)|,?\s*(?:\bor\b|-or)[\s-](?:\(?at your option\)?\s*)?(?:any\s+)?(?:later|newer|greater)\b(?:\s+versions?\b)?/;

const inBrackets = /\(([^()]*)\)/g;
/** `the "License"`, `see LICENSE.md`, `2019`, `June 2007`. */
const whereOrWhen =
  /^(?:(?:see )?(?:the )?["'“]?(?:licen[cs]e|copying|notice)(?:\.\w{1,5})?["'”]?(?: file)?|(?:(?:\d{1,2} )?(?:january|february|march|april|may|june|july|august|september|october|november|december) )?(?:19|20)\d\d)$/;

const ids = new Map(Object.entries(names));
const knownIdentifiers = new Map(
  Object.values(names)
    .flatMap((id) => [id, id.replace(/-only\b/, '-or-later')])
    .map((id) => [id.toLowerCase(), id]),
);

/** Marks a truncated text. */
const cut = '…';

/**
 * Normalizes whitespace and truncates. Truncation is marked, because the start alone could be read
 * as another license.
 */
function oneLine(text: string): string {
  const trimmed = text.trim();
  const line = trimmed.slice(0, maxTextLength).replace(/\s+/g, ' ');
  return trimmed.length > maxTextLength ? `${line}${cut}` : line;
}
