// Images compared to Debian's docker-registry: skopeo push and pull, and manifests per second.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { startDockerRegistry } from '../harness/dockerRegistry.mjs';
import { authorization, password, startLading } from '../harness/lading.mjs';
import { generator, load, rounds } from '../harness/load.mjs';
import { median, ms, rate, seconds, times, verdict } from '../harness/stats.mjs';
import { temporary } from '../harness/temporary.mjs';
import { makeImage, Skopeo } from './image.mjs';

export async function measure({ quick, log }) {
  if (spawnSync('skopeo', ['--version']).error) throw new Error('skopeo is not installed');
  const lading = await startLading();
  const peers = [
    {
      ...lading,
      origin: lading.numeric,
      prefix: 'docker-local/',
      credentials: `admin:${password}`,
      authorization,
    },
    await startDockerRegistry(),
  ];
  const folder = temporary('images');
  try {
    const megabytes = quick ? 40 : 200;
    log(`making an image of ${megabytes} MB`);
    const image = makeImage(folder, { megabytes, layers: 5 });
    return [
      await copying(peers, image, { quick, log, megabytes }),
      await reading(peers, image, { quick, log }),
    ];
  } finally {
    for (const peer of peers) await peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Under a new name each time, by a client that remembers nothing: all layers are sent. */
async function copying(peers, image, { quick, log, megabytes }) {
  const taken = await rounds(peers, quick ? 1 : 5, async (peer, round) => {
    const skopeo = new Skopeo(temporary('skopeo'), peer);
    try {
      const name = `bench/round-${round}:1.0`;
      const push = await skopeo.push(image, name);
      return { push, pull: await skopeo.pull(name) };
    } finally {
      skopeo.remove();
    }
  });
  const rows = [];
  for (const [what, key] of [
    ['in', 'push'],
    ['out', 'pull'],
  ]) {
    const [ours, theirs] = peers.map(({ name }) => median(taken.get(name).map((each) => each[key])));
    log(`${what}: ${seconds(ours)} and ${seconds(theirs)} s`);
    const ratio = ours / theirs;
    rows.push([what, seconds(ours), seconds(theirs), times(ratio), '≤ 1.00×', verdict(ratio <= 1)]);
  }
  return {
    heading: `skopeo copy of ${megabytes} MB, beside Debian's docker-registry`,
    note: 'An image of five layers that do not compress, under a new name each time; seconds, the median of the rounds. Lading has every layer on disk for good before it answers; both check every digest.',
    columns: ['', 'Lading s', 'docker-registry s', 'ratio', 'goal', 'met'],
    rows,
  };
}

async function reading(peers, image, { quick, log }) {
  const accept = 'application/vnd.oci.image.manifest.v1+json';
  for (const peer of peers) {
    const skopeo = new Skopeo(temporary('skopeo'), peer);
    await skopeo.push(image, 'bench/read:1.0');
    skopeo.remove();
  }
  const rows = [];
  for (const by of ['tag', 'digest']) {
    const results = await rounds(peers, quick ? 1 : 5, async (peer) => {
      const headers = { accept, ...(peer.authorization ? { authorization: peer.authorization } : {}) };
      const address = `${peer.origin}/v2/${peer.prefix}bench/read/manifests/`;
      const first = await fetch(`${address}1.0`, { headers });
      const reference = by === 'tag' ? '1.0' : first.headers.get('docker-content-digest');
      return load({ url: address + reference, headers, seconds: quick ? 2 : 6 });
    });
    const [ours, theirs] = peers.map(({ name }) => results.get(name));
    const middle = (list, key) => median(list.map((result) => result[key]));
    const ratio = middle(ours, 'rate') / middle(theirs, 'rate');
    log(`manifest by ${by}: ${rate(middle(ours, 'rate'))} and ${rate(middle(theirs, 'rate'))} a second`);
    rows.push([
      `by ${by}`,
      rate(middle(ours, 'rate')),
      ms(middle(ours, 'p99')),
      rate(middle(theirs, 'rate')),
      ms(middle(theirs, 'p99')),
      times(ratio),
      '≥ 3×',
      verdict(ratio >= 3),
    ]);
  }
  return {
    heading: "Reading a manifest, beside Debian's docker-registry",
    note: `Ten kept-alive connections (${generator}), with a password at Lading and without users at the other; requests a second, p99 in ms.`,
    columns: ['', 'Lading /s', 'p99', 'docker-registry /s', 'p99', 'ratio', 'goal', 'met'],
    rows,
  };
}
