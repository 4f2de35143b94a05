import { describe, expect, it } from 'vitest';
import { pluginName } from './plugin/pluginName.ts';
import { CHUNK_TIMEOUT_MS, FAILURE_LOG, MOUNT_TIMEOUT_MS } from './plugin/state.ts';
import { contractHolds } from './version.ts';

describe('a contract range', () => {
  it.each(['1', '1.x', '1.2', '1.2.x', '^1.2', '^1', '1.0.x'])('%s contains 1.2.0', (range) => {
    expect(contractHolds(range, '1.2.0')).toBe(true);
  });

  it.each(['2.x', '1.3', '^1.3', '0.x', '', '*', 'latest', '>=1'])('%j does not contain 1.2.0', (range) => {
    expect(contractHolds(range, '1.2.0')).toBe(false);
  });
});

describe('an import map entry', () => {
  it.each([
    ['@lading/plugin-packages', 'packages'],
    ['lading-plugin-sbom', 'sbom'],
    ['@acme/lading-plugin-audit-log', 'audit-log'],
  ])('%s is the plugin %s', (specifier, name) => {
    expect(pluginName(specifier)).toBe(name);
  });

  it.each([
    '@lading/ui',
    'react',
    '@acme/plugin-x',
    'lading-plugin-',
    '@lading/plugin-A',
    'x/lading-plugin-y',
  ])('%s is not a plugin', (specifier) => {
    expect(pluginName(specifier)).toBeUndefined();
  });
});

describe('the constants', () => {
  it('are 120 s for a chunk [mfe-09] and 100000 ms for a mount [mfe-02]', () => {
    expect([CHUNK_TIMEOUT_MS, MOUNT_TIMEOUT_MS]).toEqual([120_000, 100_000]);
  });

  it('contain the two log lines of the specification, verbatim [mfe-03, mfe-04]', () => {
    const lines = (line: string) =>
      Object.entries(FAILURE_LOG).flatMap(([found, text]) => (text?.('x') === line ? [found] : []));
    expect(lines('Could not fetch microfrontend application: x')).toEqual([
      'network',
      'http',
      'integrity',
      'timeout',
    ]);
    expect(lines('Error: failed resolving microfrontend x')).toEqual([
      'evaluation',
      'not-a-plugin',
      'contract-version',
      'duplicate-name',
    ]);
  });
});
