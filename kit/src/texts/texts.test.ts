import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hardCodedIn } from './hardCoded.ts';
import { messagesIn, messagesOf, type NamedText } from './messagesIn.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const plugins = readdirSync(`${root}plugins`).map((name) => `plugins/${name}`);
/** Source directories of each catalog of translations. */
const catalogs: Readonly<Record<string, { rooms: readonly string[]; polish: string }>> = {
  console: { rooms: ['shell', 'ui'], polish: 'shell/src/language/catalogs/pl.json' },
  'pages with a development override': {
    rooms: ['root-config/src/develop'],
    polish: 'root-config/src/develop/pl.json',
  },
  ...Object.fromEntries(
    plugins.map((folder) => [folder, { rooms: [folder], polish: `${folder}/src/catalogs/pl.json` }]),
  ),
};
/** Names, URLs, and commands that are the same in all languages. */
const SAME_EVERYWHERE =
  /^(?:Lading(?: \{\})?|CycloneDX 1\.6|SPDX 2\.3|https?:\/\/\S*|(?:npm publish|curl|cosign sign) .*)$/;

describe.each(Object.entries(catalogs))('the texts of %s', (_name, { rooms, polish }) => {
  it.each(rooms)('are never hard-coded in %s', async (room) => {
    const found = await hardCodedIn(sourcesOf(room));
    expect(found.filter(({ text }) => !SAME_EVERYWHERE.test(text))).toEqual([]);
  });

  it('have unique IDs', async () => {
    const named = await namedIn(rooms);
    const texts = new Map(named.map(({ id, text }) => [id, text]));
    expect(named.filter(({ id, text }) => texts.get(id) !== text)).toEqual([]);
  });

  it('are all translated to Polish, with the same placeholders and all plural forms', async () => {
    expect(existsSync(root + polish), `${polish} is missing`).toBe(true);
    const named = await namedIn(rooms);
    const english = new Map(named.map(({ id, text }) => [id, text]));
    const texts = JSON.parse(readFileSync(root + polish, 'utf8')) as Record<string, string>;
    const missing = [...english.keys()].filter((id) => texts[id] === undefined);
    const unused = Object.keys(texts).filter((id) => !english.has(id));
    expect({ missing, unused }).toEqual({ missing: [], unused: [] });
    const wrong = [...english].flatMap(([id, text]) =>
      faults(text, texts[id] ?? '').map((fault) => `${id}: ${fault}`),
    );
    expect(wrong).toEqual([]);
  });
});

/** `root-config` has other texts than those of its directory `develop`. */
function sourcesOf(room: string): string {
  return room.includes('/src/') ? root + room : `${root}${room}/src`;
}

const known = new Map<readonly string[], Promise<NamedText[]>>();

/** Reads the sources of a catalog once for all its tests. */
function namedIn(rooms: readonly string[]): Promise<NamedText[]> {
  const named = known.get(rooms) ?? readNamed(rooms);
  known.set(rooms, named);
  return named;
}

async function readNamed(rooms: readonly string[]): Promise<NamedText[]> {
  const named = await Promise.all(
    rooms.map(async (room) => {
      const entry = `${sourcesOf(room)}/plugin.ts`;
      const definition = existsSync(entry) ? await import(pathToFileURL(entry).href) : undefined;
      return [...(await messagesIn(sourcesOf(room))), ...messagesOf(definition?.default)];
    }),
  );
  return named.flat();
}

function faults(english: string, polish: string): string[] {
  const [names, own] = [english, polish].map(namesIn);
  const found = names === own ? [] : [`has {${own}} where {${names}} is filled in`];
  for (const form of /, plural,/.test(polish) ? ['one', 'few', 'many', 'other'] : []) {
    if (!new RegExp(`\\b${form} \\{`).test(polish)) found.push(`has no plural form "${form}"`);
  }
  if (/, plural,/.test(english) && !/, plural,/.test(polish)) found.push('counts, and has no plural forms');
  return found;
}

/**
 * Returns the placeholders: names in braces, alone or with forms. A form can be a word in braces as
 * well.
 */
function namesIn(text: string): string {
  const names = [...text.matchAll(/(\w* ?)\{(\w+)(?=([,}]))/g)];
  const counts = /, (?:plural|select),/.test(text);
  const filled = names.filter(([, before = '', , end]) => end === ',' || !counts || !/^\w+ $/.test(before));
  return [...new Set(filled.map(([, , name]) => name))].sort().join(', ');
}
