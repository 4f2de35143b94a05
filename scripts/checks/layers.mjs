// Checks the imports of platform/src: no layer imports a higher one, no folder imports from a
// closed subfolder of another, and no imports are circular.
// `node scripts/checks/layers.mjs [other/src]`
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * From bottom to top. Each lists its directories of platform/src; '.' means the files next to them.
 */
export const layers = [
  {
    name: 'foundation',
    folders: [
      ...['errors', 'globs', 'settings', 'database', 'blobs', 'storage', 'http', 'secrets', 'outgoing'],
      ...['platform', 'watchdog', 'jobs', 'events', 'archives', 'xml', 'licenses', 'instance'],
    ],
  },
  { name: 'identity', folders: ['access'] },
  { name: 'repositories', folders: ['repositories'] },
  {
    name: 'content',
    folders: ['files', 'packages', 'pipeline', 'plainFiles', 'tree', 'removal', 'trash', 'advisories'],
  },
  { name: 'formats', folders: ['formats'] },
  {
    name: 'features',
    folders: [
      ...['search', 'builds', 'scanning', 'clients', 'operations', 'webhooks', 'integrations', 'bundles'],
      ...['retention', 'effectivePermissions', 'insight', 'notifications', 'analytics', 'accessRequests'],
    ],
  },
  { name: 'delivery', folders: ['console', 'instanceRoutes', '.'] },
];

/**
 * Subfolders that other folders import from. All others are closed: only files directly in a folder
 * are for everyone.
 */
const open = new Set([
  ...['access/audit', 'access/effective', 'access/grants', 'access/groups', 'access/lists'],
  ...['access/mail', 'access/mfa', 'access/permissions', 'access/profile', 'access/tokens'],
  ...['access/projects', 'blobs/integrity', 'blobs/s3', 'blobs/space', 'builds/promotion'],
  ...['bundles/listing', 'bundles/signing', 'database/dump', 'database/embedded', 'files/tree'],
  ...['formats/npm', 'http/api', 'http/forms', 'insight/sbom', 'operations/metrics'],
  ...['operations/support', 'outgoing/proxies', 'packages/about', 'packages/dependents'],
  ...['packages/list', 'packages/native', 'packages/sql', 'packages/usage'],
  ...['packages/versions', 'plainFiles/remote', 'repositories/names', 'repositories/upstream'],
  'search/aql',
]);

/** Tests and their helpers can import from all layers. */
const isOfTests = (file) => /\.test\.ts$|(?:^|\/)(?:testing|matrix)\//.test(file);

/** Returns one sentence for each forbidden import. `src` is an absolute path. */
export function findLayerFaults(src) {
  const imports = readImports(src);
  return [
    ...upward(imports),
    ...closed(imports),
    ...circles(byFolder(imports), 'folders'),
    ...circles(imports, 'files'),
  ];
}

/** Returns files, relative to `src`, and the files that they import, including type imports. */
function readImports(src) {
  const files = readdirSync(src, { recursive: true })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !isOfTests(file));
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(src, file), 'utf8');
      const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g)];
      const paths = found.map(([, path]) =>
        relative(src, join(src, dirname(file), path))
          .split(sep)
          .join('/'),
      );
      return [file, new Set(paths.filter((path) => !isOfTests(path)))];
    }),
  );
}

const folderOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.');

function layerOf(file) {
  return layers.findIndex(({ folders }) => folders.includes(folderOf(file)));
}

function* upward(imports) {
  for (const [file, imported] of imports) {
    const from = layerOf(file);
    if (from < 0) {
      yield `platform/src/${file} is in no layer: add its folder to scripts/checks/layers.mjs.`;
      continue;
    }
    for (const other of imported) {
      const to = layerOf(other);
      if (to > from)
        yield `platform/src/${file} (${layers[from].name}) imports ${other} (${layers[to].name}), which is a layer above. Move what both need down, or let ${other} register itself, as formats do in pipeline/Format.ts.`;
    }
  }
}

function* closed(imports) {
  for (const [file, imported] of imports) {
    const own = folderOf(file);
    // The files that start the server install parts of all folders.
    if (own === '.') continue;
    for (const other of imported) {
      const [folder, subfolder, ...names] = other.split('/');
      const isClosed = names.length > 0 && !open.has(`${folder}/${subfolder}`);
      if (isClosed && folder !== own)
        yield `platform/src/${file} imports ${other}, but ${folder}/${subfolder} is closed to other folders. Move what both need directly into ${folder}, or add ${folder}/${subfolder} to the open subfolders in scripts/checks/layers.mjs.`;
    }
  }
}

function byFolder(imports) {
  const folders = new Map();
  for (const [file, imported] of imports) {
    const own = folderOf(file);
    const others = folders.get(own) ?? new Set();
    for (const other of imported) if (folderOf(other) !== own) others.add(folderOf(other));
    folders.set(own, others);
  }
  return folders;
}

/** Yields a sentence for the first cycle that each node is part of, by depth-first search. */
function* circles(graph, kind) {
  const done = new Set();
  for (const start of graph.keys()) {
    const path = [];
    const circle = walk(start, path);
    if (circle)
      yield `These ${kind} import each other in a circle: ${circle.join(' → ')}. Move what they share into one of its own.`;
  }

  function walk(node, path) {
    const at = path.indexOf(node);
    if (at >= 0) return [...path.slice(at), node];
    if (done.has(node)) return undefined;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, path);
      if (circle) {
        done.add(node);
        return circle;
      }
    }
    path.pop();
    done.add(node);
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = process.argv[2] ?? fileURLToPath(new URL('../../platform/src', import.meta.url));
  const faults = findLayerFaults(src);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
