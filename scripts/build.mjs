// Builds the files that `npm start` serves; skips steps whose inputs are unchanged.
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stale, stepsOf } from './bundle/steps.mjs';
import { compile } from './compile.mjs';
import { ensureRuntime } from './runtime.mjs';

/** Returns whether the build is up to date. */
export async function isBuilt(root) {
  try {
    await build(root, { check: true });
    return true;
  } catch (error) {
    if (error instanceof Stale) return false;
    throw error;
  }
}

/** `root` is the checkout, with a slash at its end. */
export async function build(root, options = {}) {
  const step = stepsOf(root, options);
  const plugins = readdirSync(`${root}plugins`).map((name) => `plugins/${name}`);
  const tools = ['package-lock.json', 'tsconfig.base.json', 'contract', 'kit'];

  await step('tools', { inputs: tools, outputs: ['contract/dist', 'kit/dist'] }, () =>
    compileOrFail(root, ['kit']),
  );
  await step('platform', { inputs: ['platform'], after: ['tools'], outputs: ['platform/dist'] }, () =>
    compileOrFail(root, ['platform']),
  );
  const bundle = {
    inputs: ['scripts/bundle/platform.mjs'],
    after: ['platform'],
    outputs: ['platform/build/server.js'],
  };
  await step('platform-bundle', bundle, async () => {
    const { buildPlatform } = await import('./bundle/platform.mjs');
    await buildPlatform(root);
  });
  for (const folder of plugins) {
    const outputs = [`${folder}/build/package/lading-plugin.json`];
    await step(folder, { inputs: [folder], after: ['tools'], outputs }, async () => {
      const { buildPlugin } = await import('@lading/kit');
      await buildPlugin(`${root}${folder}`);
    });
  }
  const sources = ['ui', 'shell', 'root-config', 'scripts/bundle'];
  const outputs = ['build/console/shared.json'];
  await step('console', { inputs: sources, after: ['tools', ...plugins], outputs }, async () => {
    const { buildConsole } = await import('./bundle/console.mjs');
    await buildConsole(root, plugins);
  });
  const packed = [
    'ui',
    'scripts/pack.mjs',
    'docs/plugin-guide.md',
    'LICENSE',
    'CHANGELOG.md',
    'package.json',
  ];
  await step('sdk', { inputs: packed, after: ['tools'], outputs: ['build/sdk'] }, async () => {
    const { pack } = await import('./pack.mjs');
    rmSync(`${root}build/sdk`, { recursive: true, force: true });
    await pack(`${root}build/sdk`);
  });
}

function compileOrFail(root, projects) {
  if (!compile(root, projects)) {
    throw new Error(`${projects.join(' and ')} could not be compiled: see the lines above.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await ensureRuntime(root, { isOptional: true });
  try {
    await build(root);
  } catch (error) {
    console.error(error.name === 'KitError' ? error.message : error);
    process.exitCode = 1;
  }
}
