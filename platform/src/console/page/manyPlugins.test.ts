import { createHash } from 'node:crypto';
import type { BootPlugin } from '@lading/contract/rest';
import { expect, it } from 'vitest';
import { Compressed } from '../../http/encoding.ts';
import { type ConsoleState, consoleState, type MappedPlugin } from '../ConsoleState.ts';
import type { ConsoleBuild } from '../consoleBuild.ts';
import type { Plugin } from '../plugins/Plugin.ts';
import { renderPage } from './page.ts';

/** With 200 plugins, also those of the console, as compressed for browsers. */
const MAX_BYTES = 30 * 1024;
const COUNT = 200;

const digest = (text: string) => createHash('sha256').update(text);
const integrityOf = (text: string) => `sha256-${digest(text).digest('base64')}`;
/** Words, so that names compress like those of real plugins. */
const words = ['tide', 'ebb', 'harbour', 'ledger', 'quay', 'crane', 'pilot', 'buoy', 'chart', 'mast'];
const nameOf = (at: number) => `${words[at % 10]}-${words[Math.floor(at / 10) % 10]}-${at}`;

/** The files of the console, as many as the build has. */
const files = Array.from({ length: 60 }, (_, at) => `/ui/assets/module${at}-${hashed(`module${at}`)}.js`);
const build: ConsoleBuild = {
  boot: files[0] ?? '',
  imports: Object.fromEntries(files.map((file, at) => [`@fluentui/react/lib/Control${at}`, file])),
  integrity: Object.fromEntries(files.map((file) => [file, integrityOf(file)])),
  graph: {},
};

function hashed(text: string): string {
  return digest(text).digest('hex').slice(0, 8);
}

function mapped(at: number): MappedPlugin {
  const name = nameOf(at);
  const version = `${at % 7}.${at % 13}.${at % 29}`;
  const specifier = at % 3 === 0 ? `@acme/lading-plugin-${name}` : `lading-plugin-${name}`;
  const address = `/ui/plugins/${name}/${version}/plugin.js`;
  const hash = digest(name).digest('hex').slice(0, 16);
  const boot: BootPlugin = { name, version, specifier, address, hash, fromOperator: true };
  const entry = { path: 'plugin.js', integrity: integrityOf(name) };
  return { boot, plugin: { manifest: { entry: 'plugin.js', files: [entry] }, hash } as unknown as Plugin };
}

async function bytesOf(state: ConsoleState): Promise<number> {
  const page = renderPage(state, undefined);
  const blocks = page.match(/<script type="(?:systemjs-importmap|application\/json)".*?<\/script>/gs);
  expect(blocks).toHaveLength(2);
  // As the server sends pages.
  return (await new Compressed().get(Buffer.from(blocks?.join('') ?? ''), 'gzip', 'quick')).byteLength;
}

it('The start-up data of a page are at most 30 KiB with 200 plugins', async () => {
  const plugins = Array.from({ length: COUNT }, (_, at) => mapped(at));
  const bytes = await bytesOf(consoleState(build, plugins, { release: 1 }));
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  // All of them are in it.
  expect(bytes).toBeGreaterThan(COUNT * 40);
});
