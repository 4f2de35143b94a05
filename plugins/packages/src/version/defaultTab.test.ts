import { expect, it } from 'vitest';
import { defaultTab } from './defaultTab.ts';

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
