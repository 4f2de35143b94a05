import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../commands/run.ts';
import { buildPlugin } from '../plugin/buildPlugin.ts';
import { pluginFolder } from '../testing/pluginFolder.ts';

const PAGE = `import { Button, useText } from '@lading/ui';
export function TidePage() {
  const text = useText();
  return <Button label={text({ id: 'tide.a', text: 'Tide' })} onClick={() => {}} />;
}
`;

const compilerOptions = {
  ...{ target: 'es2022', module: 'preserve', moduleResolution: 'bundler', jsx: 'react-jsx', strict: true },
  ...{ types: [], skipLibCheck: true, allowImportingTsExtensions: true, noEmit: true },
};

let plugin: ReturnType<typeof pluginFolder>;
let built: ReadonlyMap<string, string>;
const target = () => join(plugin.folder, 'build/package');
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(plugin.folder, path)), { recursive: true });
  writeFileSync(join(plugin.folder, path), content);
};
const read = (path: string) => readFileSync(join(target(), path), 'utf8');
const printed: string[] = [];

beforeAll(async () => {
  plugin = pluginFolder({ 'src/TidePage.tsx': PAGE, 'tsconfig.json': JSON.stringify({ compilerOptions }) });
  const { manifest } = await buildPlugin(plugin.folder);
  const paths = ['lading-plugin.json', 'package.json', ...manifest.files.map(({ path }) => path)];
  built = new Map(paths.map((path) => [path, read(path)]));
});
afterAll(() => plugin.remove());
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  printed.length = 0;
  for (const [path, content] of built) writeFileSync(join(target(), path), content);
});

const changeManifest = (change: (manifest: Record<string, unknown>) => void) => {
  const manifest = JSON.parse(read('lading-plugin.json'));
  change(manifest);
  writeFileSync(join(target(), 'lading-plugin.json'), JSON.stringify(manifest));
};
const validate = (...args: string[]) => run(['validate', plugin.folder, ...args]);

describe('lading-kit validate', () => {
  it('accepts what lading-kit build wrote', async () => {
    await validate('--budget', '1000');
    expect(printed).toEqual([expect.stringMatching(/^The plugin is valid: \d+ KiB/)]);
  });

  it.each<[what: string, mount: string, problem: string, ...options: string[]]>([
    [
      'a mount that throws',
      'mount: async () => { throw new Error("no mast"); }',
      'tide.main with failing calls: mount failed: no mast',
    ],
    [
      'elements that stay',
      'mount: async ({ domElement }: Props) => { domElement.textContent = "Tide"; }',
      'tide.main with failing calls: unmount leaves elements in its host',
    ],
    [
      'a failed call that nothing catches',
      'mount: async ({ shell }: Props) => { void shell.http.json("/x"); }',
      'An error was not caught: The server is busy',
    ],
    [
      'an image without a text',
      'mount: async ({ domElement }: Props) => { domElement.append(document.createElement("img")); }',
      'image-alt',
    ],
    [
      'a call that an untrusted plugin does not declare',
      'mount: async ({ shell }: Props) => { for (const path of ["/x", "/y"]) shell.http.json(path).catch(() => {}); }',
      'calls GET /y, which an untrusted plugin cannot: declare it in "calls", with GET',
      '--untrusted',
    ],
  ])('runs each route, and names %s', async (_what, mount, problem, ...options) => {
    const lifecycles = `{ bootstrap: async () => {}, unmount: async () => {}, ${mount} }`;
    const own = pluginFolder({
      'src/lifecycles.ts': `type Props = any; export const lifecycles = ${lifecycles};`,
      'src/plugin.ts': `import { definePlugin, message } from '@lading/contract';
        export default definePlugin({ name: 'tide', version: '1.2.3', contract: '1.x',
          routes: [{ path: '/tide/:id?', name: 'tide.main', title: message('tide.title', 'Tide') }],
          calls: [{ methods: ['GET'], path: '/x' }],
          lifecycles: () => import('./lifecycles.ts').then(({ lifecycles }) => lifecycles as never) });`,
    });
    try {
      await buildPlugin(own.folder);
      await expect(run(['validate', own.folder, ...options])).rejects.toThrow(problem);
    } finally {
      own.remove();
    }
  });

  it.each<[string, () => void, string]>([
    [
      'a changed file',
      () => writeFileSync(join(target(), 'plugin.js'), 'x'),
      'plugin.js is not a SystemJS module',
    ],
    [
      'other content of the same size',
      () => writeFileSync(join(target(), 'plugin.js'), read('plugin.js').replace('1.2.3', '1.2.4')),
      'The hash of plugin.js does not match lading-plugin.json',
    ],
    ['an unlisted file', () => write('build/package/extra.css', 'a{}'), 'extra.css is not listed'],
    [
      'an invalid contribution',
      () =>
        changeManifest((manifest) => Object.assign(manifest, { contributions: { routes: [{ path: 'x' }] } })),
      'contributions.routes[0].path: found "x"',
    ],
    [
      'another version',
      () => changeManifest((manifest) => Object.assign(manifest, { version: '9.9.9' })),
      'package.json has version 1.2.3, lading-plugin.json 9.9.9',
    ],
    [
      'a missing export, a blocked call, and an import of another plugin',
      () => {
        const code = `System.register(['@lading/ui','@lading/plugin-other'], function (give) { var a; return {
          setters: [function (module) { a = module.Removed; }, function () {}], execute: function () { eval('1'); } }; });`;
        write('build/package/plugin.js', code);
      },
      '@lading/ui does not export Removed',
    ],
  ])('names %s', async (_what, change, problem) => {
    change();
    try {
      await expect(validate()).rejects.toThrow(problem);
    } finally {
      rmSync(join(target(), 'extra.css'), { force: true });
    }
  });

  it('fails above a budget, and without a build', async () => {
    await expect(validate('--budget', '0.5')).rejects.toThrow(/more than the budget of 0.5 KiB/);
    await expect(run(['validate', dirname(plugin.folder)])).rejects.toThrow('Run lading-kit build first');
  });
});

describe('lading-kit compatibility', () => {
  let server: Server;
  /** The names that `@lading/ui` of the other console exports. */
  let exported = ['Button', 'useText', 'reactLifecycles'];
  let contract = '1.4.0';
  let props = 'label: string; onClick: () => void';

  beforeAll(async () => {
    server = createServer(
      (request, response) => void answer(request.url ?? '').then((body) => response.end(body)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(url: string): Promise<Buffer | string> {
    const name = url.includes('contract') ? '@lading/contract' : '@lading/ui';
    if (!url.includes('.tgz')) {
      const tarball = `${origin()}/ui/sdk/-/${name.slice(8)}.tgz`;
      return JSON.stringify({
        'dist-tags': { latest: '0.9.0' },
        versions: { '0.9.0': { dist: { tarball } } },
      });
    }
    const own = pluginFolder({
      'package/package.json': JSON.stringify({
        name,
        version: '0.9.0',
        exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      }),
      'package/dist/version.js': `export const CONTRACT_VERSION = '${contract}';`,
      'package/dist/index.d.ts': `export declare const definePlugin: any, message: any, useText: any;
        export declare const Button: (props: { ${props} }) => null;`,
      'package/dist/index.js':
        name === '@lading/ui'
          ? exported.map((one) => `export const ${one} = 1;`).join('')
          : 'export const message = 1, definePlugin = 2;',
    });
    const parts: Buffer[] = [];
    for await (const part of create({ cwd: own.folder, gzip: true }, ['package'])) parts.push(part as Buffer);
    own.remove();
    return Buffer.concat(parts);
  }

  const compare = () => run(['compatibility', plugin.folder, '--console', origin()]);

  it('accepts a console that has all that the plugin uses', async () => {
    await compare();
    expect(printed).toEqual([expect.stringMatching(/: Lading 0\.9\.0, contract 1\.4\.0: compatible/)]);
  });

  it('names what another console does not have, and another contract', async () => {
    exported = ['useText', 'reactLifecycles'];
    contract = '2.0.0';
    await expect(compare()).rejects.toThrow('not compatible with 1 of 1 consoles');
    expect(printed[0]).toContain('It has contract 2.0.0, and the plugin is for 1.x');
    expect(printed[0]).toContain('@lading/ui does not export Button');
  });

  it('names API that changed, by the place that uses it', async () => {
    exported = ['Button', 'useText', 'reactLifecycles'];
    contract = '1.4.0';
    props = 'title: string; onClick: () => void';
    await expect(compare()).rejects.toThrow('not compatible with 1 of 1 consoles');
    expect(printed[0]).toMatch(/ {2}src\/TidePage\.tsx\(\d+,\d+\): .*'label'/);
  });

  it('says that a console cannot be reached', async () => {
    await expect(run(['compatibility', plugin.folder, '--console', 'http://127.0.0.1:1'])).rejects.toThrow(
      'Failed to read the packages of http://127.0.0.1:1',
    );
    await expect(run(['compatibility', plugin.folder])).rejects.toThrow('--console is missing');
  });
});
