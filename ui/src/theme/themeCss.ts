import { THEMES, type ThemeName } from './themes.ts';

/**
 * Returns the three themes as custom properties (`--ld-text`). `data-theme` on the root selects
 * one; without it, the page follows the system.
 */
export function themeCss(): string {
  return [
    `:root { ${declarations('light')} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${declarations('dark')} } }`,
    `@media (prefers-contrast: more) { :root:not([data-theme]) { ${declarations('contrast')} } }`,
    `:root[data-theme='dark'] { ${declarations('dark')} }`,
    `:root[data-theme='contrast'] { ${declarations('contrast')} }`,
  ].join('\n');
}

function declarations(name: ThemeName): string {
  const { scheme, ...tokens } = THEMES[name];
  const properties = Object.entries(tokens).map(([key, value]) => `--ld-${key}: ${value};`);
  return `color-scheme: ${scheme}; ${properties.join(' ')}`;
}
