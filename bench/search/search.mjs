// Search under load: clients query artifacts, checksums, and suggestions while packages are
// published.
import { words } from '../metadata/generate.mjs';
import { startFilledWith } from '../metadata/metadata.mjs';
import { measureReading } from '../metadata/reading.mjs';

const artifacts = (query) => `/ui/api/v1/search/artifacts?${new URLSearchParams(query)}`;
const suggestions = (query) => `/ui/api/v1/search/suggestions?${new URLSearchParams({ query })}`;

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 1_000_000;
  const lading = await startFilledWith(packages, log);
  try {
    const [first, ...others] = await measureReading(lading, await prepare(lading), { quick, log });
    const held = `${packages.toLocaleString('en')} packages with ${(packages * 5).toLocaleString('en')} versions and files, embedded database`;
    return [{ ...first, heading: held }, ...others];
  } finally {
    await lading.stop();
  }
}

/** The measured queries. */
export async function prepare(lading) {
  const deep = [];
  const checksums = [];
  let endCursor;
  for (let page = 0; page < 60; page += 1) {
    const address = artifacts({ limit: 1000, ...(endCursor ? { endCursor } : {}) });
    const { results, next } = await ask(lading, address);
    endCursor = next;
    checksums.push(artifacts({ checksum: results[page * 7].sha256 }));
    if (page >= 10) deep.push(artifacts({ endCursor }));
  }
  const pick = (list, index) => list[(index * 37) % list.length];
  const names = Array.from({ length: 60 }, (_, index) => {
    const [verb, noun] = [pick(words.verbs, index), pick(words.nouns, index)];
    return [
      verb,
      `${verb}-${noun}-${index}`,
      noun.slice(1, 4),
      `${verb}*`,
      `${noun}-${index}-2`,
      `no-such-${verb}`,
    ][index % 6];
  });
  const typed = Array.from({ length: 60 }, (_, index) => {
    const [verb, noun] = [pick(words.verbs, index), pick(words.nouns, index)];
    return [
      verb.slice(0, 2),
      verb,
      `${verb}-${noun.slice(0, 2)}`,
      noun,
      `${verb}-${noun}-${index}`,
      `qq${verb}`,
    ][index % 6];
  });
  return [
    { kind: 'first page', bodies: [artifacts({})], goal: 50 },
    { kind: 'deep page', bodies: deep, goal: 50 },
    { kind: 'part of a name', bodies: names.map((name) => artifacts({ name })), goal: 50 },
    {
      kind: 'part of a path',
      bodies: names.slice(0, 30).map((name) => artifacts({ path: `${name}/-/` })),
      goal: 50,
    },
    { kind: 'checksum', bodies: checksums, goal: 50 },
    { kind: 'suggestions', bodies: typed.map(suggestions), goal: 50 },
  ];
}

async function ask(lading, path) {
  const { authorization } = lading.npm();
  const answer = await fetch(lading.origin + path, { headers: { authorization } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
