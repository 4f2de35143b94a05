import { describe, expect, it } from 'vitest';
import { ariaKeys, collide, isSingle, isUsable, keyCaps, strokeOf } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    getModifierState: () => false,
    ...more,
  }) as KeyboardEvent;

describe('a stroke', () => {
  it.each([
    ['g', press('g'), 'g'],
    ['a sign that needs Shift', press('?', { shiftKey: true }), '?'],
    ['a large letter', press('G', { shiftKey: true }), 'Shift+G'],
    ['a letter under Caps Lock', press('G'), 'g'],
    ['Ctrl and a letter', press('k', { ctrlKey: true }), 'Mod+K'],
    ['Ctrl, Shift and a letter', press('E', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+E'],
    ['the plus sign', press('+', { ctrlKey: true }), 'Mod++'],
    ['a Cyrillic keyboard', press('л', { ctrlKey: true, code: 'KeyK' }), 'Mod+K'],
    ['a Cyrillic letter', press('п', { code: 'KeyG' }), 'g'],
    ['a Polish letter', press('ł', { code: 'KeyL' }), 'ł'],
    [
      'a letter by AltGr',
      press('ł', { ctrlKey: true, altKey: true, getModifierState: () => true }),
      undefined,
    ],
    ['Ctrl alone', press('Control', { ctrlKey: true }), undefined],
    ['a key with a name', press('F2', { shiftKey: true }), 'Shift+F2'],
  ])('of %s', (_what, event, stroke) => {
    expect(strokeOf(event, false)).toBe(stroke);
  });

  it('maps Cmd on a Mac and Ctrl elsewhere to Mod', () => {
    expect(strokeOf(press('k', { metaKey: true }), true)).toBe('Mod+K');
    expect(strokeOf(press('k', { ctrlKey: true }), true)).toBe('Ctrl+K');
    expect(strokeOf(press('˚', { altKey: true, code: 'KeyK' }), true)).toBe('Alt+K');
  });

  it('is a single key without modifiers other than Shift', () => {
    expect(['g', '?', 'Shift+G', 'ł'].map(isSingle)).toEqual([true, true, true, true]);
    expect(['Mod+K', 'Alt+G', 'F2', 'Mod++'].map(isSingle)).toEqual([false, false, false, false]);
  });

  it('excludes the keys that move, cancel, and select', () => {
    expect(['Tab', 'Shift+Tab', 'Escape', 'Mod+Escape', 'Enter', 'ArrowDown', 'Space'].some(isUsable)).toBe(
      false,
    );
    expect(['g', '+', 'Mod+K', 'F2', 'Mod+Enter', 'Alt+ArrowDown', '?'].every(isUsable)).toBe(true);
  });
});

describe('keys', () => {
  it('conflict if one is a prefix of the other', () => {
    expect(collide('g', 'g p')).toBe(true);
    expect(collide('g p', 'g p')).toBe(true);
    expect(collide('g p', 'g u')).toBe(false);
    expect(collide('', 'g')).toBe(false);
  });

  it('are shown as labeled on the keyboard', () => {
    expect(keyCaps('Mod+Shift+E', false)).toEqual([['Ctrl', 'Shift', 'E']]);
    expect(keyCaps('Mod+K', true)).toEqual([['⌘', 'K']]);
    expect(keyCaps('g p', false)).toEqual([['g'], ['p']]);
    expect(keyCaps('Mod++', false)).toEqual([['Ctrl', '+']]);
    expect(ariaKeys('Mod+K', false)).toBe('Control+K');
    expect(ariaKeys('g p', false)).toBeUndefined();
  });
});
