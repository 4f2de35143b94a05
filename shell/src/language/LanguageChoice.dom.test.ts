import type { Catalog, Contribution, Texts } from '@lading/contract';
import { FakeStorage } from '@lading/contract/testing';
import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LanguageChoice } from './LanguageChoice.ts';

const page = document.documentElement;
const leaving = { id: 'tea.leaving', text: '{count, plural, one {# ship} other {# ships}}' };

let storage: FakeStorage;
let logged: ReturnType<typeof vi.spyOn>;
let packs: ReturnType<typeof observable.array<Contribution<'languagePacks'>>>;
let catalogs: ReturnType<typeof observable.array<Contribution<'catalogs'>>>;
const notified: string[] = [];
const catalog = (texts: Catalog['texts'], language = 'pl') =>
  runInAction(() => void catalogs.push({ plugin: 'tea', value: { language, texts } }));
const start = () => {
  const choice = new LanguageChoice({
    storage,
    catalogs: () => catalogs.slice(),
    packs: () => packs.slice(),
    notify: (text) => notified.push(text),
  });
  return { choice, end: choice.watchCatalogs() };
};

beforeEach(() => {
  storage = new FakeStorage();
  catalogs = observable.array<Contribution<'catalogs'>>([], { deep: false });
  packs = observable.array<Contribution<'languagePacks'>>([], { deep: false });
  notified.length = 0;
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  page.lang = 'en';
  page.removeAttribute('dir');
});

describe('the language', () => {
  it('is English, for which nothing is fetched', async () => {
    const texts = vi.fn(async () => ({}));
    catalog(texts);
    const { choice } = start();
    await choice.ready;
    expect(choice.text(leaving, { count: 2 })).toBe('2 ships');
    expect(texts).not.toHaveBeenCalled();
  });

  it('is the one that was chosen, with its plural rules, for the page as well, and is remembered', async () => {
    catalog(async () => ({
      [leaving.id]: '{count, plural, one {# statek} few {# statki} many {# statków} other {# statku}}',
    }));
    const { choice } = start();
    await choice.choose('pl');
    expect([page.lang, page.dir]).toEqual(['pl', 'ltr']);
    await vi.waitFor(() => expect(choice.text(leaving, { count: 2 })).toBe('2 statki'));
    expect([1, 5, 22].map((count) => choice.text(leaving, { count }))).toEqual([
      '1 statek',
      '5 statków',
      '22 statki',
    ]);
    const again = start().choice;
    await again.ready;
    expect(again.tag).toBe('pl');
  });

  it('takes texts of plugins that come later, and shows in English what none of them has', async () => {
    const { choice } = start();
    await choice.choose('pl');
    expect(choice.text(leaving, { count: 1 })).toBe('1 ship');
    catalog(async () => ({ [leaving.id]: 'statki' }));
    await vi.waitFor(() => expect(choice.text(leaving)).toBe('statki'));
    catalog(async () => ({ [leaving.id]: 'łodzie', 'tea.other': 'inne' }));
    await vi.waitFor(() => expect(choice.text({ id: 'tea.other', text: 'other' })).toBe('inne'));
    expect(choice.text(leaving)).toBe('statki');
  });

  it('stays readable where a plugin’s texts cannot be fetched or are none', async () => {
    catalog(() => Promise.reject(new Error('gone')));
    catalog(async () => 'nonsense' as never);
    catalog(async () => ({ [leaving.id]: 7 }) as never);
    const { choice } = start();
    await choice.choose('pl');
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    expect(choice.text(leaving, { count: 3 })).toBe('3 ships');
  });

  it('is English where the browser remembers one that there is not', async () => {
    storage.set('language', 'tlh');
    const { choice } = start();
    await choice.ready;
    expect(choice.tag).toBe('en');
  });

  it('can be tried from right to left, and marks what stands in a catalog', async () => {
    const { choice } = start();
    await choice.choose('en-XB');
    expect([choice.direction, page.dir]).toEqual(['rtl', 'rtl']);
    expect(choice.text(leaving, { count: 1 })).toBe('⟦\u20681 ship\u2069⟧');
    await choice.choose('en');
    expect(page.dir).toBe('ltr');
  });
});

describe('a language pack', () => {
  const german = (texts: () => Promise<unknown>): Contribution<'languagePacks'> => ({
    plugin: 'german',
    value: { language: 'de', name: 'Deutsch', texts: texts as () => Promise<Texts> },
  });
  const add = (pack: Contribution<'languagePacks'>) => runInAction(() => void packs.push(pack));

  it('appears in the choice, and has its texts fetched when it is selected', async () => {
    const texts = vi.fn(async () => ({ [leaving.id]: '{count, plural, one {# Schiff} other {# Schiffe}}' }));
    const { choice } = start();
    expect(choice.available.map(({ name }) => name)).toEqual(['English', 'Polski']);
    add(german(texts));
    expect(choice.available.map(({ name }) => name)).toEqual(['English', 'Polski', 'Deutsch']);
    expect(texts).not.toHaveBeenCalled();
    await choice.choose('de');
    expect([choice.text(leaving, { count: 2 }), page.lang, page.dir]).toEqual(['2 Schiffe', 'de', 'ltr']);
    expect(choice.text({ id: 'tea.other', text: 'Other' })).toBe('Other');
  });

  it('is shown to a returning user once its plugin is there', async () => {
    storage.set('language', 'de');
    const { choice } = start();
    await choice.ready;
    expect(choice.tag).toBe('en');
    add(german(async () => ({ [leaving.id]: 'Schiffe' })));
    await vi.waitFor(() => expect(choice.text(leaving)).toBe('Schiffe'));
    expect([choice.tag, storage.get('language')]).toEqual(['de', 'de']);
  });

  it('does not overrule a language that the user selected before the plugin was there', async () => {
    storage.set('language', 'de');
    const { choice } = start();
    await choice.choose('pl');
    add(german(async () => ({})));
    await Promise.resolve();
    expect(choice.tag).toBe('pl');
  });

  it('takes catalogs of other plugins, and no texts that are none', async () => {
    const { choice } = start();
    add(german(async () => ({ [leaving.id]: 7, 'tea.a': 'aus dem Paket' })));
    catalog(async () => ({ [leaving.id]: 'Schiffe', 'tea.a': 'von anderswo' }), 'de');
    await choice.choose('de');
    await vi.waitFor(() => expect(choice.text(leaving)).toBe('Schiffe'));
    expect(choice.text({ id: 'tea.a', text: 'a' })).toBe('aus dem Paket');
  });

  it('leaves the language as it is when its texts cannot be fetched', async () => {
    const { choice } = start();
    add(german(() => Promise.reject(new Error('gone'))));
    await choice.choose('de');
    expect([choice.tag, notified]).toEqual(['en', ['Failed to load Deutsch. The language has not changed.']]);
  });
});
