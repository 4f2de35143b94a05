import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from '../harness/packages.mjs';

/**
 * Returns a plugin with one small module, in the form of a build result. Its screen shows its
 * version: `[data-bench="1.0.0"]`.
 */
export function tinyPlugin(name, version) {
  const title = { id: `${name}.title`, text: `Plugin ${name}` };
  const contributions = {
    routes: [{ path: `/${name}`, name: `${name}.main`, title }],
    menuItems: [{ sidebar: 'application', path: `/${name}`, label: title }],
    lifecycles: { $ref: 'lifecycles' },
  };
  const entry = `System.register([], (give) => ({ execute() {
    const lifecycles = {
      bootstrap: async () => {},
      mount: async ({ domElement }) => {
        const screen = document.createElement('h1');
        screen.dataset.bench = ${JSON.stringify(version)};
        screen.textContent = ${JSON.stringify(`${name} ${version}`)};
        domElement.append(screen);
      },
      unmount: async ({ domElement }) => { domElement.textContent = ''; },
    };
    const definition = ${JSON.stringify({ name, version, contract: '1.x', ...contributions })};
    definition.lifecycles = async () => lifecycles;
    give({ default: definition, ...lifecycles });
  } }));
`;
  const integrity = `sha256-${createHash('sha256').update(entry).digest('base64')}`;
  const files = [{ path: 'plugin.js', integrity, size: Buffer.byteLength(entry) }];
  const manifest = { name, version, contract: '1.x', entry: 'plugin.js', files, preload: {}, contributions };
  return {
    specifier: `lading-plugin-${name}`,
    address: `/ui/plugins/${name}/${version}/plugin.js`,
    version,
    files: { 'plugin.js': entry, 'lading-plugin.json': JSON.stringify(manifest) },
  };
}

export function publishPlugin(npm, { specifier, version, files }) {
  return publish(npm, { name: specifier, version }, { bytes: 0, files });
}

/** Writes the custom import map: these plugins take precedence over the shipped ones. */
export function writeMap(home, plugins) {
  const imports = Object.fromEntries(plugins.map(({ specifier, address }) => [specifier, address]));
  writeFileSync(join(home, 'importmap.json'), JSON.stringify({ imports }, undefined, 2));
}
