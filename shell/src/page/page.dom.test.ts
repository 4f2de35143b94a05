import { FakeStorage } from '@lading/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scopedStorage } from '../services/storage.ts';
import { focusHeading } from './focusHeading.ts';
import { pageElements } from './pageElements.ts';
import { pageTitle } from './pageTitle.ts';
import { ThemeChoice } from './ThemeChoice.ts';

describe('the document’s title', () => {
  it('is the route’s title followed by the server’s name [shell-11]', () => {
    expect(pageTitle('Packages', 'Harbour')).toBe('Packages - Harbour');
    expect(pageTitle('Packages', '')).toBe('Packages');
  });
});

describe('the theme', () => {
  afterEach(() => {
    delete document.documentElement.dataset.theme;
  });

  it('follows the system until one is selected, and is then stored', () => {
    const storage = new FakeStorage();
    const choice = new ThemeChoice(storage);
    expect(choice.theme).toBe('system');
    expect(document.documentElement.dataset.theme).toBeUndefined();
    choice.choose('contrast');
    expect(document.documentElement.dataset.theme).toBe('contrast');
    expect(new ThemeChoice(storage).theme).toBe('contrast');
    choice.choose('system');
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it('is the default of the platform until one is selected', () => {
    const { dataset } = document.documentElement;
    dataset.defaultTheme = 'dark';
    const storage = new FakeStorage();
    const choice = new ThemeChoice(storage);
    expect([choice.theme, dataset.theme]).toEqual(['dark', 'dark']);
    choice.choose('system');
    expect(dataset.theme).toBeUndefined();
    expect(new ThemeChoice(storage).theme).toBe('system');
    delete dataset.defaultTheme;
  });

  it('follows the system if the stored value is invalid', () => {
    const storage = new FakeStorage();
    storage.set('theme', 'pink');
    expect(new ThemeChoice(storage).theme).toBe('system');
  });
});

describe('the page elements', () => {
  it('are those that the server has rendered, or are created', () => {
    document.body.innerHTML = '<div id="lading-frame"><main id="lading-content"></main></div>';
    const drawn = document.getElementById('lading-content');
    const { frame, chrome, content } = pageElements(document);
    expect(content).toBe(drawn);
    expect([...frame.children]).toEqual([chrome, content]);
    expect(pageElements(document).chrome).toBe(chrome);
  });
});

describe('after a navigation the focus', () => {
  let content: HTMLElement;
  beforeEach(() => {
    document.body.innerHTML = '<a id="link" href="#">link</a><main></main>';
    content = document.querySelector('main') as HTMLElement;
    document.getElementById('link')?.focus();
  });

  it('moves to the new page’s heading once it is shown and the page has loaded', async () => {
    content.innerHTML = '<div hidden><h1>Old</h1></div>';
    focusHeading(content);
    content.insertAdjacentHTML('beforeend', '<div id="new"><i aria-busy="true"></i><h1>New</h1></div>');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(document.activeElement?.id).toBe('link');
    content.querySelector('[aria-busy]')?.remove();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('New'));
  });

  it('stays unchanged if the user has focused something else', async () => {
    focusHeading(content);
    content.innerHTML = '<input><h1>New</h1>';
    content.querySelector('input')?.focus();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(document.activeElement?.tagName).toBe('INPUT');
  });
});

describe('the focus in a tree whose items change the URL', () => {
  it('stays in the tree', async () => {
    document.body.innerHTML = '<main><h1>Same</h1><div data-keeps-focus tabindex="0" id="tree"></div></main>';
    document.getElementById('tree')?.focus();
    focusHeading(document.querySelector('main') as HTMLElement);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(document.activeElement?.id).toBe('tree');
  });
});

describe('small values', () => {
  afterEach(() => localStorage.clear());

  it('are stored separately for each owner', () => {
    const one = scopedStorage('plugin.one');
    one.set('a', '1');
    expect(one.get('a')).toBe('1');
    expect(scopedStorage('plugin.two').get('a')).toBeUndefined();
    one.remove('a');
    expect(one.get('a')).toBeUndefined();
  });

  it('last as long as the page if storage is full or forbidden', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    const storage = scopedStorage('x');
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeUndefined();
  });
});
