// Bundles Fluent UI into a few files: for the sign-in page, the frame, the lists, and the rest.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FLUENT_NAMES, systemBuild } from '@lading/kit';
import { cached } from './cache.mjs';
import { byFirst } from './chunks.mjs';
import { virtual } from './core.mjs';

/**
 * `uses` maps a group's name to the Fluent modules that it must contain; a module belongs to the
 * first group that imports it. Returns the build's files and, for each Fluent module, the entry
 * that has its exports.
 */
export async function buildFluent(root, uses) {
  const key = [
    readFileSync(`${root}package-lock.json`),
    readFileSync(import.meta.filename),
    JSON.stringify(uses),
  ];
  const kept = await cached(root, 'fluent', key, async () =>
    Buffer.from(JSON.stringify(await build(root, uses))),
  );
  return JSON.parse(kept.toString());
}

async function build(root, uses) {
  const named = new Set(Object.values(uses).flat());
  const groups = {
    ...mapValues(uses, (names) => names.filter((name) => name !== APART)),
    'fluent-rest': FLUENT_NAMES.filter((name) => !named.has(name) && name !== APART),
    'fluent-presence': [APART],
  };
  const order = Object.keys(groups);
  const sources = Object.fromEntries(
    order.map((group) => [entry(group), groups[group].map(exportAll).join('')]),
  );
  const output = await systemBuild({
    root,
    input: Object.fromEntries(order.map((group) => [group, entry(group)])),
    names: { entry: '[name]-[hash].js', chunk: '[name]-[hash].js', asset: '[name]-[hash][extname]' },
    plugins: [virtual(sources), onlyReact],
    manualChunks: byFirst(order.map((group) => [group, `\0${entry(group)}`])),
  });
  const homes = Object.fromEntries(order.flatMap((group) => groups[group].map((name) => [name, group])));
  checkExports(root, output, homes);
  const files = output.map(({ type, fileName, name, code, isEntry, imports }) => ({
    type,
    fileName,
    name,
    code,
    isEntry,
    imports,
  }));
  return { output: files, homes };
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** Its only export has the name of an enumeration that `lib/Persona` exports. */
const APART = '@fluentui/react/lib/PersonaPresence';
const entry = (group) => `virtual:${group}`;
const exportAll = (name) => `export * from ${JSON.stringify(name)};\n`;

const onlyReact = {
  name: 'lading:only-react',
  resolveId: {
    order: 'pre',
    handler: (source) => (/^react(-dom)?(\/|$)/.test(source) ? { id: source, external: true } : null),
  },
};

/**
 * Reports lost exports: `export *` silently omits a name that two modules export with different
 * values.
 */
function checkExports(root, output, homes) {
  const require = createRequire(`${root}ui/package.json`);
  const exportsOf = new Map(output.map((chunk) => [chunk.name, new Set(chunk.exports)]));
  for (const [name, group] of Object.entries(homes)) {
    const wanted = Object.keys(require(name)).filter((key) => key !== '__esModule' && key !== 'default');
    const missing = wanted.filter((key) => !exportsOf.get(group)?.has(key));
    if (missing.length > 0) throw new Error(`${group} lacks ${missing.join(', ')} of ${name}`);
  }
}
