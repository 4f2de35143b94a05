// The index under load: clients list, search, and filter packages and query dependents while
// packages are published.
import { join } from 'node:path';
import { startFilled } from '../harness/filled.mjs';
import { generate, packageName, words } from './generate.mjs';
import { measureReading } from './reading.mjs';
import { popular, relate } from './relations.mjs';
import { searchesOf } from './searches.mjs';

/** The query of the console's list, with all optional fields of a package. */
const fields = `edges { node { id name packageType description created modified latestVersion versionsCount tags
  licenses { name source } stats { downloads followers }
  vulnerabilities { critical high medium low info unknown skipped } operationalRisk { riskLevel } } }
  pageInfo { hasNextPage endCursor capped totalCount }`;
const query = `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) { ${fields} } }`;

const body = (variables) =>
  JSON.stringify({ query, variables: { filter: { packageTypeIn: ['npm'] }, first: 100, ...variables } });
const filtered = (filter, more) => body({ filter: { packageTypeIn: ['npm'], ...filter }, ...more });

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 1_000_000;
  const lading = await startFilledWith(packages, log);
  try {
    const questions = await prepare(lading, packages, log);
    const [first, ...others] = await measureReading(lading, questions, { quick, log });
    const held = `${packages.toLocaleString('en')} packages with ${(packages * 5).toLocaleString('en')} versions and as many needs, embedded database`;
    return [{ ...first, heading: held }, ...others];
  } finally {
    await lading.stop();
  }
}

/** Starts a platform with this number of packages, which is filled once. */
export const startFilledWith = (packages, log) =>
  startFilled({
    name: `metadata-${packages}`,
    files: ['generate.mjs', 'relations.mjs'].map((file) => join(import.meta.dirname, file)),
    fill: async (lading) => {
      await generate(lading, { packages, log });
      await relate(lading, { packages, log });
    },
    log,
  });

/** The measured queries. */
export async function prepare(lading, packages, log) {
  const pages = [];
  let after;
  let total;
  // Half way through, a thousand at a time; then a few different pages from there.
  for (let passed = 0; passed < packages / 2; passed += 1000) {
    const { pageInfo } = await ask(lading, body({ first: 1000, after }));
    after = pageInfo.endCursor;
    total ??= pageInfo.totalCount;
    if (passed > packages * 0.4 && pages.length < 50) pages.push(body({ after }));
  }
  log(
    `${total} packages in all, a page from the middle is ${(await ask(lading, pages[0])).edges[0].node.name}`,
  );
  const orders = ['CREATED', 'MODIFIED', 'DOWNLOADS'].map((field) =>
    body({ orderBy: { field, direction: 'DESC' } }),
  );
  const pick = (list, index) => list[(index * 37) % list.length];
  const searches = Array.from({ length: 60 }, (_, index) => {
    const [verb, noun] = [pick(words.verbs, index), pick(words.nouns, index)];
    const names = [
      `*${verb}*`,
      `*${noun.slice(1, 4)}*`,
      `*${verb}-${noun}*`,
      `${verb}*`,
      `*${noun}-${index}`,
      `*no-such-${verb}*`,
    ];
    return filtered({ name: names[index % names.length] });
  });
  const needed = [...popular, ...Array.from({ length: 20 }, (_, n) => packageName(5 + n * 7919))];
  return [
    { kind: 'first page', bodies: [body({})], goal: 25 },
    { kind: 'deep page', bodies: pages, goal: 25 },
    { kind: 'first page by date or downloads', bodies: orders, goal: 25 },
    { kind: 'name search', bodies: searches, goal: 50 },
    { kind: 'filter', bodies: filters(), goal: 50 },
    ...searchesOf(filtered),
    {
      kind: 'who uses a package',
      bodies: needed.map(
        (name) => `/ui/api/v1/ui/v1/native/dependents?packageId=${encodeURIComponent(`npm://${name}`)}`,
      ),
      goal: 50,
    },
  ];
}

/** Of which some hold for all packages, some for a few, and some for none. */
function filters() {
  const year = (ago) => new Date(Date.now() - ago * 365 * 86_400_000).toISOString();
  const byDate = { orderBy: { field: 'MODIFIED', direction: 'DESC' } };
  return [
    filtered({ licenses: ['MIT'] }),
    filtered({ licenses: ['Apache-*'] }),
    filtered({ tags: ['bench'] }),
    filtered({ description: '*generated*' }),
    filtered({ latestVersion: '3.*' }),
    filtered({ versionCountMin: 5, createdMin: year(5) }),
    filtered({ modifiedMin: year(2), modifiedMax: year(1) }, byDate),
    filtered({ name: '*atlas*', createdMin: year(1) }),
    body({ filter: { packageTypeIn: ['npm', 'docker', 'generic'] } }),
    body({ filter: { repositoriesIn: [{ name: 'npm-local' }] } }),
  ];
}

async function ask(lading, text) {
  const answer = await fetch(`${lading.origin}/metadata/api/v1/query`, {
    method: 'POST',
    headers: { authorization: lading.npm().authorization, 'content-type': 'application/json' },
    body: text,
  });
  const { data, errors } = await answer.json();
  if (!data) throw new Error(`${answer.status} ${JSON.stringify(errors)}`);
  return data.packages;
}
