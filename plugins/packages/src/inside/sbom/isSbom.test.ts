import { expect, it } from 'vitest';
import { isSbom } from './isSbom.ts';

it.each([
  ['kite-1.0-cyclonedx.json', true],
  ['kite-1.0-cyclonedx.xml', true],
  ['bom.json', true],
  ['app.cdx.json', true],
  ['dist/app.spdx', true],
  ['app.spdx.json', true],
  ['app-sbom.json', true],
  ['SBOM.XML', true],
  ['kite-1.0.pom', false],
  ['bomb.json', false],
  ['spdx-tools-1.0.jar', false],
  ['package.json', false],
])('%s: %s', (name, found) => {
  expect(isSbom(name)).toBe(found);
});
