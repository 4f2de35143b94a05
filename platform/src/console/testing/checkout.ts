import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export function integrityOf(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

export interface TestPlugin {
  name: string;
  version: string;
  /** Source of the entry. */
  entry?: string;
  manifest?: object;
  packageName?: string;
}

const AHEAD = [{ path: '/shore/first' }];

/** Creates the files of a plugin package: an entry and a chunk that its one route needs. */
export function pluginFiles({
  name,
  version,
  entry,
  manifest,
  packageName,
}: TestPlugin): Record<string, string> {
  const code: Record<string, string> = {
    'plugin.js': entry ?? `System.register(["@lading/ui"],()=>({/* ${name} ${version} */}))`,
    'workers/count-1.js': '/* a worker */',
    'chunks/page-1.js': 'System.register(["react"],()=>({}))',
  };
  return {
    ...code,
    'README.md': `# ${name}`,
    'package.json': JSON.stringify({ name: packageName ?? `@lading/plugin-${name}`, version }),
    'lading-plugin.json': JSON.stringify({
      name,
      version,
      contract: '1.x',
      entry: 'plugin.js',
      files: Object.entries(code).map(([path, text]) => ({
        path,
        integrity: integrityOf(text),
        size: text.length,
      })),
      preload: { [`${name}.main`]: ['plugin.js', 'chunks/page-1.js', '@lading/ui', 'react'] },
      contributions: {
        routes: [{ path: `/${name}`, name: `${name}.main`, title: { id: name, text: name }, ahead: AHEAD }],
      },
      ...manifest,
    }),
  };
}

const ASSETS: Record<string, string> = {
  'boot-1.js': '/* boot */',
  'develop-1.js': '/* develop */',
  'core-development-1.js': '/* development */',
  'core-1.js': '/* core */'.repeat(50),
  'shell-1.js': '/* shell */',
  'frame-1.js': '/* frame */',
  'ui-1.js': '/* ui */',
  'fluent-1.js': '/* fluent */',
};
const FRAME_ASSETS: Record<string, string> = {
  'frames-1.js': '/* frames */',
  'frame-boot-1.js': '/* frame boot */',
  'framed-1.js': '/* framed */',
};

function shared() {
  const at = (name: string) => `/ui/assets/${name}`;
  const hashesOf = (assets: Record<string, string>) =>
    Object.fromEntries(Object.entries(assets).map(([name, text]) => [at(name), integrityOf(text)]));
  return {
    boot: at('boot-1.js'),
    develop: at('develop-1.js'),
    imports: {
      '@lading/core': at('core-1.js'),
      react: `${at('core-1.js')}#react`,
      '@lading/ui': at('ui-1.js'),
      '@lading/shell': at('shell-1.js'),
      '@lading/shell/frame': at('frame-1.js'),
      '@fluentui/react/lib/Button': at('fluent-1.js'),
    },
    development: {
      '@lading/core': at('core-development-1.js'),
      react: `${at('core-development-1.js')}#react`,
    },
    integrity: hashesOf(ASSETS),
    frames: {
      ...{ host: at('frames-1.js'), boot: at('frame-boot-1.js'), runtime: at('framed-1.js') },
      integrity: hashesOf(FRAME_ASSETS),
    },
    graph: { [at('ui-1.js')]: ['react', '@fluentui/react/lib/Button'], [at('frame-1.js')]: ['@lading/ui'] },
  };
}

/** Creates a built checkout in a temporary directory, with one plugin `shore` 1.0.0. */
export async function testCheckout() {
  const folder = await mkdtemp(join(tmpdir(), 'lading-checkout-'));
  const write = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const writePlugin = async (plugin: TestPlugin, at = `plugins/${plugin.name}`) => {
    for (const [path, text] of Object.entries(pluginFiles(plugin))) {
      await write(`${at}/build/package/${path}`, text);
    }
    return join(folder, at, 'build/package');
  };
  await write('build/console/shared.json', JSON.stringify(shared()));
  for (const [name, text] of Object.entries({ ...ASSETS, ...FRAME_ASSETS })) {
    await write(`build/console/assets/${name}`, text);
    await write(`build/console/assets/${name}.br`, brotliCompressSync(text));
    await write(`build/console/assets/${name}.gz`, gzipSync(text));
  }
  await write(
    'importmap.json',
    JSON.stringify({ imports: { '@lading/plugin-shore': '/ui/plugins/shore/1.0.0/plugin.js' } }),
  );
  await writePlugin({ name: 'shore', version: '1.0.0' });
  return {
    root: pathToFileURL(`${folder}/`),
    writePlugin,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
