import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { definition, pluginFolder } from '../testing/pluginFolder.ts';
import { type DevServer, startDevServer } from './devServer.ts';
import { pointMapAt } from './operatorMap.ts';

let plugin: ReturnType<typeof pluginFolder>;
let server: DevServer;

beforeAll(async () => {
  plugin = pluginFolder({
    'src/TidePage.tsx': `import { useState } from 'react';
      import { Dropdown } from '@fluentui/react/lib/Dropdown';
      export function TidePage() {
        const [level] = useState(3);
        return <Dropdown label={String(level)} options={[]} />;
      }`,
  });
  server = await startDevServer({ folder: plugin.folder, port: 0 });
});
afterAll(async () => {
  await server.close();
  plugin.remove();
});

const get = async (path: string) => {
  const answer = await fetch(new URL(path, server.origin), {
    headers: { origin: 'http://localhost:8082', 'sec-fetch-dest': 'script' },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** Returns the modules that a module imports, statically or lazily. */
const importsOf = (code: string) =>
  [...code.matchAll(/(?:from |import |import\()["']([^"']+)["']/g)].map(([, path]) => path);

describe('the development server', () => {
  it('serves a manifest that follows the definition', async () => {
    const { headers, text } = await get('/lading-plugin.json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(text)).toMatchObject({
      name: 'tide',
      version: '1.2.3',
      entry: 'plugin.js',
      contributions: { routes: [{ path: '/tide', screen: { $ref: 'routes/0/screen' } }] },
    });
    const file = join(plugin.folder, 'src/plugin.ts');
    writeFileSync(file, definition().replace("'/tide'", "'/ebb'"));
    expect(JSON.parse((await get('/lading-plugin.json')).text).contributions.routes[0].path).toBe('/ebb');
    writeFileSync(file, definition().replace("'/tide'", "'ebb'"));
    expect(await get('/lading-plugin.json')).toMatchObject({
      status: 500,
      text: expect.stringContaining('routes[0].path: found "ebb"'),
    });
    writeFileSync(file, definition());
  });

  it('serves an entry, with React lifecycles, to a page of another origin', async () => {
    expect(server.address).toBe(`${server.origin}/plugin.js`);
    const { headers, text } = await get('/plugin.js');
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:8082');
    expect(text).toContain('reactLifecycles(definition)');
    expect(importsOf(text)).toContain('/src/plugin.ts');
  });

  it('resolves shared modules with the page’s own loader', async () => {
    const screen = await get('/src/TidePage.tsx');
    const shared = importsOf(screen.text).filter((path) => path?.includes('lading-shared:'));
    expect(shared.map((path) => path?.split('lading-shared:')[1]).sort()).toEqual([
      '@fluentui/react/lib/Dropdown',
      'react',
      'react/jsx-dev-runtime',
    ]);
    const react = await get(String(shared.find((path) => path?.endsWith(':react'))));
    expect(react.text).toContain('await System.import("react")');
    expect(react.text).toMatch(/as useState\b/);
    expect(react.text).toContain('export default shared.default');
  });

  it('starts hot reload before React DOM', async () => {
    const { text } = await get('/@lading/preamble.js');
    expect(importsOf(text)).toEqual(expect.arrayContaining(['/@vite/client', '/@react-refresh']));
    expect(text).toContain('injectIntoGlobalHook(window)');
  });

  it('reports a port in use', async () => {
    const port = Number(new URL(server.origin).port);
    await expect(startDevServer({ folder: plugin.folder, port })).rejects.toThrow(
      new RegExp(`Failed to use port ${port}.*--port`),
    );
  });
});

describe('the operator’s map during development', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'lading-map-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const file = () => join(home, 'importmap.json');
  afterEach(() => rmSync(file(), { force: true }));
  const imports = () => JSON.parse(readFileSync(file(), 'utf8')).imports;

  it('refers to the server, and is restored afterwards', () => {
    const before = { 'lading-plugin-tide': '/ui/plugins/tide/1.0.0/plugin.js', 'lading-plugin-b': null };
    writeFileSync(file(), JSON.stringify({ imports: before }));
    const putBack = pointMapAt(home, 'lading-plugin-tide', 'http://localhost:5173/plugin.js');
    expect(imports()).toEqual({ ...before, 'lading-plugin-tide': 'http://localhost:5173/plugin.js' });
    putBack();
    expect(imports()).toEqual(before);
  });

  it('is created if missing', () => {
    const putBack = pointMapAt(home, 'lading-plugin-tide', 'http://localhost:5173/plugin.js');
    expect(imports()).toEqual({ 'lading-plugin-tide': 'http://localhost:5173/plugin.js' });
    putBack();
    expect(imports()).toEqual({});
  });

  it('is not changed if it is not JSON', () => {
    writeFileSync(file(), '{');
    expect(() => pointMapAt(home, 'lading-plugin-tide', '')).toThrow(/is not JSON/);
    expect(readFileSync(file(), 'utf8')).toBe('{');
  });
});
