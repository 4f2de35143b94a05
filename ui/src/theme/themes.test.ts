import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';
import { themeCss } from './themeCss.ts';
import { THEMES, type Tokens } from './themes.ts';

type Color = keyof Tokens;

const SURFACES: Color[] = ['bg', 'bg-soft', 'bg-hover', 'bg-pressed', 'bg-selected', 'bg-code'];
const TEXTS: [Color, Color[]][] = [
  ['text', SURFACES],
  ['text-soft', ['bg', 'bg-soft', 'bg-hover', 'bg-pressed', 'bg-selected', 'bg-code']],
  ['text-placeholder', ['bg', 'bg-soft', 'bg-hover']],
  ['text-disabled', ['bg', 'bg-disabled']],
  ['link', ['bg', 'bg-soft', 'bg-hover', 'bg-selected']],
  ['accent', ['bg', 'bg-soft', 'bg-hover', 'bg-selected']],
  ['on-accent', ['accent', 'accent-hover', 'accent-pressed']],
  ['error', ['bg', 'error-bg', 'bg-hover']],
  ['warning', ['bg', 'warning-bg', 'bg-hover']],
  ['success', ['bg', 'success-bg', 'bg-hover']],
  ['critical', ['bg', 'bg-hover']],
  ['high', ['bg', 'bg-hover']],
  ['medium', ['bg', 'bg-hover']],
  ['low', ['bg', 'bg-hover']],
];
const BORDERS: Color[] = ['line-strong', 'focus'];

describe.each(Object.entries(THEMES))('the %s theme', (_name, tokens) => {
  it.each(TEXTS)('has readable text: %s', (text, surfaces) => {
    for (const surface of surfaces) {
      expect(contrastOf(tokens[text], tokens[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(BORDERS)('has visible borders: %s', (border) => {
    expect(contrastOf(tokens[border], tokens.bg)).toBeGreaterThanOrEqual(3);
  });
});

describe('themeCss', () => {
  it('follows the system until a theme is selected', () => {
    expect(themeCss()).toContain('@media (prefers-color-scheme: dark) { :root:not([data-theme])');
    expect(themeCss()).toContain(":root[data-theme='contrast'] { color-scheme: dark; --ld-bg: #000000;");
  });
});
