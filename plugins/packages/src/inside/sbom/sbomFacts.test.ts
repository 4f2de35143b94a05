import { expect, it } from 'vitest';
import { sbomFacts } from './sbomFacts.ts';

it.each([
  [
    {
      ...{ bomFormat: 'CycloneDX', specVersion: '1.4', components: [{}, {}] },
      metadata: { tools: [{ name: 'syft', version: '1.0' }] },
    },
    { format: 'CycloneDX 1.4', tool: 'syft 1.0', packages: 2 },
  ],
  [
    {
      ...{ bomFormat: 'CycloneDX', specVersion: '1.5' },
      components: [
        { type: 'library', components: [{ type: 'library', components: [{ type: 'library' }] }] },
        { type: 'file', components: [] },
      ],
    },
    { format: 'CycloneDX 1.5', tool: undefined, packages: 3 },
  ],
  [
    { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { tools: { components: [{ name: 'cdxgen' }] } } },
    { format: 'CycloneDX 1.6', tool: 'cdxgen', packages: undefined },
  ],
  [
    {
      ...{ spdxVersion: 'SPDX-2.3', packages: [{}] },
      creationInfo: { creators: ['Organization: acme', 'Tool: syft-1.0'] },
    },
    { format: 'SPDX-2.3', tool: 'syft-1.0', packages: 1 },
  ],
  [
    { spdxVersion: 'SPDX-2.2', creationInfo: 7 },
    { format: 'SPDX-2.2', tool: undefined, packages: undefined },
  ],
  [{ bomFormat: 'other' }, undefined],
  [[], undefined],
])('reads what a bill of materials states: %j', (bill, facts) => {
  expect(sbomFacts(JSON.stringify(bill))).toEqual(facts);
});

it('reads nothing from a text that is no JSON', () => {
  expect(sbomFacts('<bom/>')).toBeUndefined();
});
