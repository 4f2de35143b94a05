import { type Sent, sha256 } from './Publisher.ts';

interface Verified {
  /** Acknowledged, and not there or not whole. */
  lost: string[];
  /** Seen in one place and not in another, whether acknowledged or not. */
  half: string[];
}

/** Questions under way at once. */
const atOnce = 8;

/** Looks for everything that was sent in every place where it would be seen. */
export async function verify(url: string, authorization: string, sent: readonly Sent[]): Promise<Verified> {
  const result: Verified = { lost: [], half: [] };
  const rest = [...sent];
  const packuments = new Map<string, Promise<Set<string>>>();
  const listed = (name: string) => {
    const known = packuments.get(name) ?? readPackument(url, authorization, name);
    packuments.set(name, known);
    return known;
  };
  const worker = async () => {
    for (let one = rest.pop(); one; one = rest.pop()) {
      const seen = await places(url, authorization, one, listed);
      const there = Object.values(seen);
      const shown = `${one.path} (${JSON.stringify(seen)})`;
      if (new Set(there).size > 1) result.half.push(shown);
      if (one.acknowledged && there.includes(false)) result.lost.push(shown);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return result;
}

/** By place, whether it is there. */
async function places(
  url: string,
  authorization: string,
  one: Sent,
  listed: (name: string) => Promise<Set<string>>,
): Promise<Record<string, boolean>> {
  const bytes = await hasBytes(url, authorization, one);
  if (one.kind === 'generic') {
    const info = await get(
      `${url}${one.path.replace('/artifactory/', '/artifactory/api/storage/')}`,
      authorization,
    );
    return { bytes, info: info.ok };
  }
  const packument = (await listed(one.name)).has(one.version);
  return { bytes, packument, index: await isIndexed(url, authorization, one) };
}

async function hasBytes(
  url: string,
  authorization: string,
  { path, sha256: expected }: Sent,
): Promise<boolean> {
  const answer = await get(url + path, authorization);
  if (answer.status === 404) return false;
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  const found = sha256(new Uint8Array(await answer.arrayBuffer()));
  if (found !== expected)
    throw new Error(`${path} has other bytes than were sent: ${found}, not ${expected}`);
  return true;
}

async function readPackument(url: string, authorization: string, name: string): Promise<Set<string>> {
  const answer = await get(`${url}/artifactory/api/npm/npm-local/${name}`, authorization);
  if (answer.status === 404) return new Set();
  const { versions } = (await answer.json()) as { versions: Record<string, unknown> };
  return new Set(Object.keys(versions));
}

async function isIndexed(url: string, authorization: string, { name, version }: Sent): Promise<boolean> {
  const query = `query { versions(filter: {packageId: "npm://${name}", name: "${version}"}, first: 1) { edges { node { name } } } }`;
  const answer = await fetch(`${url}/metadata/api/v1/query`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const body = (await answer.json()) as { data?: { versions?: { edges: { node: { name: string } }[] } } };
  if (!answer.ok || !body.data)
    throw new Error(`The index was answered with ${answer.status}: ${JSON.stringify(body)}`);
  return body.data.versions?.edges.some(({ node }) => node.name === version) ?? false;
}

function get(address: string, authorization: string): Promise<Response> {
  return fetch(address, { headers: { authorization } });
}
