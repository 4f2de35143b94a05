import { FakeStorage } from '@lading/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyReader, NEXT_KEY_MS } from './KeyReader.ts';
import { type ShortcutAction, Shortcuts } from './Shortcuts.ts';

const done: string[] = [];
const action = (id: string, keys?: string): ShortcutAction => ({
  id,
  label: id,
  run: () => void done.push(id),
  ...(keys === undefined ? {} : { keys }),
});
const palette = action('palette', 'Mod+K');
const packages = action('packages', 'g p');
const search = action('search', '/');
const bare = action('bare');
const all = [palette, packages, search, bare];

let storage: FakeStorage;
let user: string;
let shortcuts: Shortcuts;
let stop = () => {};

beforeEach(() => {
  done.length = 0;
  storage = new FakeStorage();
  user = 'ada';
  shortcuts = new Shortcuts({ storage, user: () => user });
  const reader = new KeyReader(shortcuts, () => all);
  document.addEventListener('keydown', reader.onKeyDown);
  stop = () => document.removeEventListener('keydown', reader.onKeyDown);
  document.body.innerHTML =
    '<input type="checkbox"><input id="field"><ul role="menu"><li tabindex="0"></li></ul>';
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

function press(key: string, init: KeyboardEventInit = {}, target: Element | null = document.body): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  target?.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('keys', () => {
  it('run their action, also as a sequence', () => {
    expect(press('k', { ctrlKey: true })).toBe(true);
    press('g');
    press('p');
    expect(done).toEqual(['palette', 'packages']);
  });

  it('start over if a sequence is not continued', () => {
    press('g');
    press('x');
    press('p');
    press('g');
    press('g');
    press('p');
    press('g');
    press('/');
    expect(done).toEqual(['packages', 'search']);
  });

  it('must follow each other within the time limit', () => {
    const at = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(event);
    };
    at('g', 10_000);
    at('p', 10_000 + NEXT_KEY_MS + 1);
    expect(done).toEqual([]);
    at('g', 20_000);
    at('p', 20_000 + NEXT_KEY_MS);
    expect(done).toEqual(['packages']);
  });

  it('are ignored while the user types, and in an open menu or dialog', () => {
    const field = document.getElementById('field');
    expect(press('/', {}, field)).toBe(false);
    press('k', { ctrlKey: true }, field);
    press('/', {}, document.querySelector('[type=checkbox]'));
    expect(done).toEqual(['palette', 'search']);
    press('/', {}, document.querySelector('li'));
    document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
    press('/');
    press('k', { ctrlKey: true });
    expect(done).toEqual(['palette', 'search']);
  });

  it('do nothing while held down, or if another handler canceled the event', () => {
    press('/', { repeat: true });
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    press('/');
    expect(done).toEqual([]);
  });
});

describe('custom keys', () => {
  it('can be set, report conflicts, and can be reset', () => {
    expect(shortcuts.conflict(bare, 'g', all)).toBe(packages);
    shortcuts.choose(packages, 'Alt+P');
    expect(shortcuts.conflict(bare, 'g', all)).toBeUndefined();
    press('g');
    press('p');
    press('p', { altKey: true, code: 'KeyP' });
    expect(done).toEqual(['packages']);
    expect(shortcuts.isChanged(packages)).toBe(true);
    shortcuts.choose(packages, 'g p');
    expect(shortcuts.anyChanged).toBe(false);
  });

  it('can turn off single-key shortcuts', () => {
    shortcuts.allowSingle(false);
    press('/');
    press('g');
    press('p');
    press('k', { ctrlKey: true });
    expect(done).toEqual(['palette']);
    shortcuts.resetAll();
    press('/');
    expect(done).toEqual(['palette', 'search']);
  });

  it('are stored separately for each user', () => {
    shortcuts.choose(search, 's');
    const again = new Shortcuts({ storage, user: () => user });
    expect(again.keysOf(search)).toBe('s');
    user = 'grace';
    expect(new Shortcuts({ storage, user: () => user }).keysOf(search)).toBe('/');
  });

  it.each(['{', '[]', 'null', '{"keys":{"search":7},"single":"x"}', '{"keys":"x"}'])(
    'are ignored if the stored value is invalid: %s',
    (kept) => {
      storage.set('shortcuts.ada', kept);
      expect(shortcuts.keysOf(search)).toBe('/');
      expect(shortcuts.single).toBe(true);
    },
  );
});
