import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { FLUENT_NAMES } from './fluent.ts';
import { SHARED_NAMES } from './names.ts';
import { sharedImport } from './sharedImport.ts';

const fluent = createRequire(import.meta.url)('@fluentui/react/package.json') as { exports: object };

describe('the list of shared modules', () => {
  it('contains all public modules of Fluent UI, and no others', () => {
    const published = Object.keys(fluent.exports)
      .filter((path) => /^\.\/lib\/\w+$/.test(path) && path !== './lib/version')
      .map((path) => `@fluentui/react${path.slice(1)}`);
    expect([...FLUENT_NAMES].sort()).toEqual(published.sort());
  });

  it('contains each module once', () => {
    expect(new Set(SHARED_NAMES).size).toBe(SHARED_NAMES.length);
  });

  it('excludes modules that plugins can bundle themselves', () => {
    for (const name of [
      'semver',
      '@tanstack/react-virtual',
      '@fluentui/svg-icons/icons/add_20_regular.svg',
      '@lading/ui/preview',
      '@lading/ui/markdown',
    ]) {
      expect(sharedImport(name)).toEqual({ kind: 'own' });
    }
  });
});
