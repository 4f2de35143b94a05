import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginManifest } from '@lading/contract';
import { build } from 'esbuild';
import { conditionsFor } from '../../conditions.ts';
import { KitError } from '../../KitError.ts';
import type { UsedNames } from '../checkPackage.ts';
import type { BuiltPackage } from '../readBuilt.ts';

const TIMEOUT_MS = 180_000;
/** Separates the result from what the plugin prints. */
const MARK = 'lading-kit-result:';

/** Kinds that draw in pages of the console. */
const PART_KINDS = ['dashboardWidgets', 'packageTabs', 'nodeTabs'] as const;

/** Shows a component, or the default export of a module, as a frame does. */
const PART =
  "(loaded, props) => reactPart(() => createElement('default' in loaded ? loaded.default : loaded, props))";

export interface Behavior {
  readonly problems: readonly string[];
  /** Checks that need a package that the plugin has not installed. */
  readonly skipped: readonly string[];
}

/** Runs a built plugin in a headless document. */
export async function checkBehavior(
  built: BuiltPackage,
  used: UsedNames,
  { untrusted = false } = {},
): Promise<Behavior> {
  const { root } = built;
  if (!isInstalled(root, 'jsdom'))
    return { problems: [], skipped: ['mount and unmount, because jsdom is not installed'] };
  const axe = isInstalled(root, 'axe-core');
  // Its manifest is valid.
  const { extensions } = (built.manifest as PluginManifest).contributions;
  const hasParts = PART_KINDS.some((kind) => extensions?.[kind]?.length);
  const parts = hasParts && ['@lading/ui', 'react'].every((name) => isInstalled(root, name));
  const folder = join(root, 'build/behavior');
  const file = join(folder, 'run.mjs');
  await mkdir(folder, { recursive: true });
  try {
    await bundle(built, entryOf(built, [...used.keys()], { axe, parts, untrusted }), file);
    return {
      problems: await runIn(root, file),
      skipped: [
        ...(axe ? [] : ['accessibility, because axe-core is not installed']),
        ...(parts || !hasParts ? [] : ['widgets and tabs, because @lading/ui or react is not installed']),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isInstalled(root: string, name: string): boolean {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')));
}

async function bundle({ root }: BuiltPackage, contents: string, file: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
    mainFields: ['module', 'main'],
    conditions: conditionsFor(root, 'production'),
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    plugins: [
      {
        name: 'lading-kit:styles',
        setup(esbuild) {
          const filter = /\.(?:css|svg|png)(?:\?.*)?$/;
          esbuild.onResolve({ filter }, ({ path }) => ({ path, namespace: 'empty' }));
          esbuild.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default ""' }));
        },
      },
    ],
  });
  await writeFile(file, outputFiles[0]?.contents ?? '');
}

interface Checks {
  readonly axe: boolean;
  /** Widgets and tabs can be shown. */
  readonly parts: boolean;
  readonly untrusted: boolean;
}

function entryOf(
  { files, manifest }: BuiltPackage,
  names: string[],
  { axe, parts, untrusted }: Checks,
): string {
  const scripts = Object.fromEntries(
    [...files].filter(([path]) => path.endsWith('.js')).map(([path, content]) => [path, String(content)]),
  );
  const own = (name: string) => JSON.stringify(ownFile(name));
  return `import ${own('dom')};
import { exercise } from ${own('exercise')};
import { systemLoader } from ${own('loader')};
import { HttpFailure, resolveReference, validateModule } from '@lading/contract';
import { FakeShell } from '@lading/contract/testing';
${axe ? "import axe from 'axe-core';" : ''}
${parts ? "import { reactPart } from '@lading/ui';\nimport { createElement } from 'react';" : ''}
${names.map((name, index) => `import * as m${index} from ${JSON.stringify(name)};`).join('\n')}
const manifest = ${JSON.stringify(manifest)};
const load = systemLoader(${JSON.stringify(scripts)}, { ${names.map((name, index) => `${JSON.stringify(name)}: m${index}`).join(', ')} });
const violations = async (host) => (await axe.run(host, { rules: { 'color-contrast': { enabled: false } } })).violations.map(({ id, help, nodes }) => \`\${id}: \${help} (\${nodes[0]?.html})\`);
const problems = await exercise({
  manifest,
  load: async () => {
    const found = validateModule(await load(manifest.entry), manifest);
    if (!found.valid) throw new Error(found.cause);
    return found.value;
  },
  resolve: resolveReference,
  part: ${parts ? PART : 'undefined'},
  createShell: (place) => new FakeShell({ plugin: manifest.name, place }),
  failure: (status, message) => new HttpFailure(status, message),
  untrusted: ${untrusted},
  axe: ${axe ? 'violations' : 'undefined'},
}).catch((error) => [\`The plugin does not load: \${error.message}\`]);
console.log(${JSON.stringify(MARK)} + JSON.stringify(problems));
process.exit(0);
`;
}

/** Sources in the repository, JavaScript in the published package. */
function ownFile(name: string): string {
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return existsSync(source) ? source : source.replace(/\.ts$/, '.js');
}

function runIn(root: string, file: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, join(root, 'package.json')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let printed = '';
    let errors = '';
    child.stdout.on('data', (data) => {
      printed += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.on('error', reject);
    child.on('close', () => {
      const result = printed.split('\n').find((line) => line.startsWith(MARK));
      if (result) return resolve(JSON.parse(result.slice(MARK.length)));
      const why =
        errors.trim().split('\n').slice(0, 20).join('\n') || `no result within ${TIMEOUT_MS / 1000} s`;
      reject(new KitError(`Failed to run the plugin in a headless document: ${why}`));
    });
  });
}
