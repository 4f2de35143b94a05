import type { PluginHealthReport } from '@lading/contract/rest';

const FAMILIES = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
] as const;

/** Returns the family and major version of the browser, and nothing else of the user agent. */
export function browserOf(agent: string): Pick<PluginHealthReport, 'browser' | 'major'> {
  for (const [browser, pattern] of FAMILIES) {
    const [, major] = pattern.exec(agent) ?? [];
    if (major !== undefined) return { browser, major: Math.min(Number(major), 9999) };
  }
  return { browser: 'Other', major: 0 };
}
