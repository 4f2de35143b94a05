// The server side of the npm protocol compared to Verdaccio's: reading a packument and a tarball,
// publishing.
import { startLading } from '../harness/lading.mjs';
import { generator, load, rounds } from '../harness/load.mjs';
import { pack, publish, publishBody } from '../harness/packages.mjs';
import { kib, median, ms, rate, times, verdict } from '../harness/stats.mjs';
import { startVerdaccio } from '../harness/verdaccio.mjs';
import { publishAll } from './publisher.mjs';

const FULL = { accept: 'application/json', 'accept-encoding': 'identity' };
const AS_NPM = {
  accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*',
  'accept-encoding': 'gzip,deflate',
};

export async function measure({ quick, log }) {
  const peers = [await startLading(), await startVerdaccio()];
  try {
    return [await reading(peers, { quick, log }), await publishing(peers, { quick, log })];
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

async function reading(peers, { quick, log }) {
  for (const peer of peers) {
    await publishMany(peer, 'packument-of-100-kb', 190, log);
    await publish(peer.npm(), { name: 'tarball-of-60-kb', version: '1.0.0' }, { bytes: 60_000 });
  }
  const cases = [
    { what: 'packument, full, plain', path: 'packument-of-100-kb', headers: FULL, goal: 8 },
    {
      what: 'packument as npm asks for it (abbreviated, gzip)',
      path: 'packument-of-100-kb',
      headers: AS_NPM,
    },
    { what: 'tarball', path: 'tarball-of-60-kb/-/tarball-of-60-kb-1.0.0.tgz', headers: {}, goal: 2 },
  ];
  const rows = [];
  for (const { what, path, headers, goal } of cases) {
    const results = await rounds(peers, quick ? 1 : 5, (peer) => {
      const { url, authorization } = peer.npm();
      return load({ url: `${url}${path}`, headers: { ...headers, authorization }, seconds: quick ? 2 : 6 });
    });
    const [lading, verdaccio] = peers.map(({ name }) => results.get(name));
    const middle = (list, key) => median(list.map((result) => result[key]));
    const ratio = middle(lading, 'rate') / middle(verdaccio, 'rate');
    log(`${what}: ${rate(middle(lading, 'rate'))} and ${rate(middle(verdaccio, 'rate'))} a second`);
    rows.push([
      what,
      kib(lading[0].bytes),
      rate(middle(lading, 'rate')),
      ms(middle(lading, 'p99')),
      kib(verdaccio[0].bytes),
      rate(middle(verdaccio, 'rate')),
      ms(middle(verdaccio, 'p99')),
      times(ratio),
      goal ? `≥ ${goal}×` : '',
      goal ? verdict(ratio >= goal) : '',
    ]);
  }
  return {
    heading: 'Reading, beside Verdaccio 6.8',
    note: `Ten kept-alive connections of an authenticated client (${generator}); KiB on the wire per answer, requests a second, p99 in ms.`,
    columns: ['', 'KiB', 'Lading /s', 'p99', 'KiB', 'Verdaccio /s', 'p99', 'ratio', 'goal', 'met'],
    rows,
  };
}

async function publishing(peers, { quick, log }) {
  const rows = [];
  const series = [{ clients: 1 }, { clients: 8, goal: 3 }, { clients: 8, before: quick ? 40 : 4000 }];
  for (const { clients, goal, before = 0 } of series) {
    const title = before > 0 ? `${clients}, after ${before} more` : `${clients}`;
    const prefix = `published-${clients}-${before}`;
    if (before > 0)
      for (const peer of peers)
        await publishAll(peer.npm(), await documents(peer, `${prefix}-before`, before), clients);
    const count = quick ? 40 : 200 * (clients > 1 ? 2 : 1);
    const results = await rounds(peers, quick ? 1 : 5, async (peer, round) =>
      publishAll(peer.npm(), await documents(peer, `${prefix}-${round}`, count), clients),
    );
    const [lading, verdaccio] = peers.map(({ name }) => median(results.get(name)));
    log(`publish with ${title}: ${rate(lading)} and ${rate(verdaccio)} a second`);
    rows.push([
      title,
      rate(lading),
      rate(verdaccio),
      times(lading / verdaccio),
      goal ? `≥ ${goal}×` : '',
      goal ? verdict(lading / verdaccio >= goal) : '',
    ]);
  }
  return {
    heading: 'Publishing, beside Verdaccio 6.8',
    note: `New packages of one version with a tarball of 10 KB, each acknowledged before its client sends the next (${generator}). The last row is of servers that have published for a while.`,
    columns: ['clients', 'Lading /s', 'Verdaccio /s', 'ratio', 'goal', 'met'],
    rows,
  };
}

/** Creates `count` publish documents of new packages, each `[name, document]`. */
function documents(peer, prefix, count) {
  const { url } = peer.npm();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const manifest = { name: `${prefix}-${index}`, version: '1.0.0', license: 'MIT' };
      const tarball = await pack(manifest, { bytes: 10_000 });
      return [manifest.name, Buffer.from(publishBody(manifest, tarball, url))];
    }),
  );
}

async function publishMany(peer, name, count, log) {
  log(`publishing ${count} versions to ${peer.name}`);
  for (let index = 0; index < count; index += 1) {
    const version = `1.${Math.floor(index / 10)}.${index % 10}`;
    await publish(
      peer.npm(),
      {
        name,
        version,
        description: 'Many versions',
        license: 'MIT',
        main: 'index.js',
        dependencies: { react: '^18.0.0' },
      },
      { bytes: 100 },
    );
  }
}
