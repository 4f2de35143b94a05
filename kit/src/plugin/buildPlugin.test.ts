import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { definition, PACKAGE, pluginFolder } from '../testing/pluginFolder.ts';
import { buildPlugin } from './buildPlugin.ts';

const removals: (() => void)[] = [];
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

function build(files: Record<string, string> = {}) {
  const { folder, remove } = pluginFolder(files);
  removals.push(remove);
  return buildPlugin(folder);
}

describe('a valid plugin', () => {
  it('is built to a package with a manifest, a hash for each file, and preloads for each route [mfe-07]', async () => {
    const { folder, manifest } = await build({
      'src/plugin.ts': definition(`mainApplicationRequests: [{ name: 'levels', run: async () => {} }],`),
    });
    const written = JSON.parse(readFileSync(join(folder, 'lading-plugin.json'), 'utf8'));
    expect(written).toEqual(manifest);
    expect(manifest.contributions).toEqual({
      routes: [
        {
          path: '/tide',
          name: 'tide.main',
          title: { id: 'tide.title', text: 'Tide' },
          screen: { $ref: 'routes/0/screen' },
        },
      ],
      mainApplicationRequests: [{ name: 'levels', run: { $ref: 'mainApplicationRequests/0/run' } }],
    });
    expect(manifest.files.map(({ path }) => path)).toEqual([
      'plugin.js',
      expect.stringMatching(/^chunks\/TidePage-[a-z0-9]+\.js$/),
    ]);
    for (const { path, integrity, size } of manifest.files) {
      const content = readFileSync(join(folder, path));
      expect(integrity).toBe(`sha256-${createHash('sha256').update(content).digest('base64')}`);
      expect(size).toBe(content.byteLength);
    }
    expect(manifest.preload['tide.main']).toEqual(
      expect.arrayContaining(['plugin.js', manifest.files[1]?.path, '@lading/ui', 'react/jsx-runtime']),
    );
    const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(described).toMatchObject(PACKAGE);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('High and low water');
  });

  it('can import texts in its definition', async () => {
    const { manifest } = await build({
      'src/mark.svg': '<svg/>',
      'src/mark.ts': "import mark from './mark.svg?raw';\nexport const label = () => mark;",
      'src/plugin.ts': `import { label } from './mark.ts';\n${definition(
        'mainApplicationRequests: [{ name: label(), run: async () => {} }],',
      )}`,
    });
    expect(manifest.contributions.mainApplicationRequests).toMatchObject([{ name: '<svg/>' }]);
  });

  it('declares its backends in the manifest, beside what pages get', async () => {
    const backends = [{ name: 'levels', calls: [{ methods: ['GET'], path: '/levels/*' }] }];
    const { manifest } = await build({
      'src/plugin.ts': definition(`backends: ${JSON.stringify(backends)},`),
    });
    expect(manifest.backends).toEqual(backends);
    expect(manifest.contributions).not.toHaveProperty('backends');
    const wrong = JSON.stringify([{ name: 'levels', calls: [{ methods: ['GET'], path: 'levels' }] }]);
    await expect(build({ 'src/plugin.ts': definition(`backends: ${wrong} as never,`) })).rejects.toThrow(
      'src/plugin.ts: backends[0].calls[0].path: found "levels", expected a path such as /v1/levels',
    );
  });

  it('uses shared modules of the import map and bundles the others', async () => {
    const { folder } = await build();
    const entry = readFileSync(join(folder, 'plugin.js'), 'utf8');
    expect(entry).toMatch(/^System\.register\(\["@lading\/contract","@lading\/ui"\]/);
    expect(entry).not.toMatch(/\beval\b|new Function/);
  });

  it('has its stylesheet as a separate file required by the entry', async () => {
    const { manifest, folder } = await build({
      'src/tide.css': '.tide { color: teal }',
      'src/TidePage.tsx': `import './tide.css';\nexport const TidePage = () => null;`,
    });
    const style = manifest.files.find(({ path }) => path.endsWith('.css'))?.path;
    expect(style).toMatch(/^chunks\/.+-[a-z0-9]+\.css$/i);
    expect(readFileSync(join(folder, 'plugin.js'), 'utf8')).toContain(`"./${style}"]`);
    expect(manifest.preload['tide.main']).toContain(style);
  });

  it('loads only what the first screen needs with it, and the rest in one more file', async () => {
    const screen = (uses: readonly string[]) =>
      `${uses.map((name) => `import { ${name} } from './${name}.ts';`).join('\n')}
       export const TidePage = () => [${uses.join()}].join();`;
    const { manifest, folder } = await build({
      'src/plugin.ts': `import { definePlugin } from '@lading/contract';
        const page = (path, screen) => ({ path, name: path.slice(1), title: { id: 'x', text: 'x' }, screen });
        export default definePlugin({ name: 'tide', version: '1.2.3', contract: '1.x', routes: [
          page('/tide', () => import('./TidePage.tsx').then(({ TidePage }) => TidePage)),
          page('/tide/a', () => import('./A.tsx').then(({ TidePage }) => TidePage)),
          page('/tide/b', () => import('./B.tsx').then(({ TidePage }) => TidePage)),
          page('/tide/c', () => import('./C.tsx').then(({ TidePage }) => TidePage)),
        ] });`,
      'src/TidePage.tsx': screen(['everywhere']),
      'src/A.tsx': screen(['everywhere', 'large', 'small']),
      'src/B.tsx': screen(['everywhere', 'large', 'small']),
      'src/C.tsx': screen(['everywhere', 'small']),
      'src/everywhere.ts': `export const everywhere = 'used everywhere';`,
      'src/small.ts': `export const small = 'used later';`,
      'src/large.ts': `export const large = '${'large '.repeat(3000)}';`,
    });
    const loaded = (route: string) =>
      (manifest.preload[route] ?? [])
        .filter((path) => path.startsWith('chunks/'))
        .map((path) => readFileSync(join(folder, path), 'utf8'))
        .join('');
    expect(loaded('tide')).toContain('used everywhere');
    expect(loaded('tide')).not.toMatch(/used later|large large/);
    expect(loaded('tide/a')).toMatch(/large large/);
    expect(loaded('tide/c')).toContain('used later');
    expect(manifest.files.filter(({ path }) => path.includes('/shared'))).toHaveLength(2);
  });

  it('has its workers in the directory for workers [mfe-10]', async () => {
    const { manifest, folder } = await build({
      'src/count.worker.ts': 'self.onmessage = ({ data }) => self.postMessage(data * 2);',
      'src/TidePage.tsx': `export function TidePage() {
          const worker = new Worker(new URL('./count.worker.ts', import.meta.url));
          worker.postMessage(1);
          return null;
        }`,
    });
    const paths = manifest.files.map(({ path }) => path);
    const worker = paths.find((path) => path.startsWith('workers/'));
    expect(worker).toMatch(/^workers\/count\.worker-[a-z0-9]+\.js$/);
    const chunk = readFileSync(
      join(folder, String(paths.find((path) => path.startsWith('chunks/')))),
      'utf8',
    );
    expect(chunk).toContain('"/workers/$1/"');
    expect(manifest.preload['tide.main']).not.toContain(worker);
  });

  it('can have its own lifecycles, without React', async () => {
    const { manifest, folder } = await build({
      'src/plugin.ts': `import { definePlugin } from '@lading/contract';
        export default definePlugin({ name: 'tide', version: '1.2.3', contract: '1.x',
          lifecycles: () => import('./lifecycles.ts').then(({ lifecycles }) => lifecycles) });`,
      'src/lifecycles.ts':
        'const stage = async () => {};\nexport const lifecycles = { bootstrap: stage, mount: stage, unmount: stage };',
    });
    expect(manifest.contributions).toEqual({ lifecycles: { $ref: 'lifecycles' } });
    expect(readFileSync(join(folder, 'plugin.js'), 'utf8')).toMatch(
      /^System\.register\(\["@lading\/contract"\]/,
    );
  });

  it('has the same hashes when built again', async () => {
    const [first, second] = [await build(), await build()];
    expect(second.manifest).toEqual(first.manifest);
  });
});

const page = (imports: string) => ({ 'src/TidePage.tsx': `${imports}\nexport const TidePage = () => null;` });
const pack = (change: object) => ({ 'package.json': JSON.stringify({ ...PACKAGE, ...change }) });

describe('an invalid plugin is rejected with the reason', () => {
  it.each([
    ['an invalid plugin name', pack({ name: 'tide' }), /"tide".*@lading\/plugin-NAME/],
    ['an invalid version', pack({ version: '1.2' }), /"1\.2".*"1\.0\.0"/],
    [
      'another version in the definition',
      pack({ version: '1.2.4' }),
      /"1\.2\.3".*package\.json says "1\.2\.4"/,
    ],
    ['another name in the definition', pack({ name: 'lading-plugin-ebb' }), /"tide".*"ebb" is expected/],
    ['a package.json that is not JSON', { 'package.json': '{' }, /package\.json is not JSON/],
    ['a definition that is not exported', { 'src/plugin.ts': 'export const x = 1;' }, /no default export/],
    [
      'a contract of another major',
      { 'src/plugin.ts': definition().replace('1.x', '2.x') },
      /contract "2\.x".*'1\.x' is expected/,
    ],
    ['an unknown field', { 'src/plugin.ts': definition('extras: [],') }, /extras/],
    [
      'a value that is not data',
      { 'src/plugin.ts': definition('features: [{ name: new Date(0), supported: true }],') },
      /features\.0\.name is a Date/,
    ],
    [
      'a path without its slash',
      { 'src/plugin.ts': definition().replace("'/tide'", "'tide'") },
      /routes\[0\]\.path: found "tide", expected a path/,
    ],
    [
      'a definition with side effects',
      { 'src/plugin.ts': `document.title = 'Tide';\n${definition()}` },
      /document is not defined.*import\(\)/,
    ],
    [
      'a statically imported screen',
      {
        'src/plugin.ts': `import { TidePage } from './TidePage';\n${definition().replace(/\(\) => import.*/, 'async () => TidePage,')}`,
      },
      /src\/plugin\.ts imports \.\/TidePage at the top.*screen: \(\) => import\('\.\/TidePage'\)\.then\(\(\{ TidePage \}\) => TidePage\)/,
    ],
    [
      'a path with /ui/ in front',
      { 'src/plugin.ts': definition().replace("'/tide'", "'/ui/tide'") },
      /routes\.0\.path is "\/ui\/tide".*use "\/tide" for the page at \/ui\/tide/,
    ],
    ['a syntax error', { 'src/plugin.ts': 'export default {' }, /src\/plugin\.ts:1/],
    ['a missing page', { 'src/plugin.ts': definition().replace('TidePage.tsx', 'Ebb.tsx') }, /Ebb\.tsx/],
    [
      'the whole of Fluent UI',
      page(`import { Text } from '@fluentui/react';\nconsole.log(Text);`),
      /'@fluentui\/react\/lib\/Button'/,
    ],
    [
      'an inner module of Fluent UI',
      page(
        `import { getStyles } from '@fluentui/react/lib/components/Nav/Nav.styles';\nconsole.log(getStyles);`,
      ),
      /components\/Nav\/Nav\.styles.*public modules alone/,
    ],
    [
      'a shared library under another name',
      page(`import { renderToString } from 'react-dom/server';\nconsole.log(renderToString);`),
      /'react-dom\/server' cannot be imported.*must exist once/,
    ],
    [
      'another plugin',
      page(`import '@lading/plugin-auth';`),
      /'@lading\/plugin-auth'.*does not import another/,
    ],
    [
      'a separate router',
      page(`import { BrowserRouter } from 'react-router-dom';\nconsole.log(BrowserRouter);`),
      /BrowserRouter from 'react-router-dom': the shell owns navigation/,
    ],
    [
      'a missing export of a shared module',
      page(`import { Buton } from '@fluentui/react/lib/Button';\nconsole.log(Buton);`),
      /Buton from '@fluentui\/react\/lib\/Button'/,
    ],
  ])('%s', async (_title, files, message) => {
    const failure = await build(files as Record<string, string>).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'KitError', message: expect.stringMatching(message) });
  });
});
