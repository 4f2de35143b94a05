import { definePlugin, message } from '@lading/contract';
import { fakePlugin } from '@lading/contract/testing';
import { validateManifest } from '@lading/contract/validation';
import { expect, it } from 'vitest';
import { defaultTab, TABS } from './defaultTab.ts';

it.each(['tgz', 'gz', 'zip', 'jar', 'war', 'nupkg', 'crate', 'apk', 'whl', 'egg', 'mod'])(
  'opens the readme of a %s [pkg-04]',
  (extension) => {
    expect(defaultTab(`left/-/left-1.0.0.${extension}`)).toBe('readme');
  },
);

it.each(['left/manifest.json', 'left-1.0.0.tar', 'tgz', ''])(
  'opens the properties of %j [pkg-04]',
  (path) => {
    expect(defaultTab(path)).toBe('properties');
  },
);

it.each(TABS)('keeps plugins from a second tab %s, which the address could not tell apart', (id) => {
  const tab = { id, label: message('tide.levels', 'Levels'), tab: async () => () => null };
  const tide = definePlugin({
    ...{ name: 'tide', version: '1.0.0', contract: '1.x' },
    extensions: { packageTabs: [tab] },
  });
  expect(validateManifest(fakePlugin(tide).manifest)).toMatchObject({
    cause: expect.stringContaining('expected an ID that no tab of the console has'),
  });
});
