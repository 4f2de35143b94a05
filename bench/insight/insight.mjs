// The comparison of two versions with many files, and SBOMs with many components.
import { call } from '../harness/call.mjs';
import { startLading } from '../harness/lading.mjs';
import { pack, publish, publishBody } from '../harness/packages.mjs';
import { median, ms, verdict } from '../harness/stats.mjs';
import { publishAll } from '../npm/publisher.mjs';
import { zipOf } from './zipOf.mjs';

const compareGoal = 1000;
const sbomGoal = 2000;

export async function measure({ quick, log }) {
  const lading = await startLading();
  try {
    const files = quick ? 1000 : 10_000;
    const components = quick ? 1000 : 10_000;
    const rounds = quick ? 2 : 7;
    const compared = await measureComparisons(lading, { files, rounds, log });
    const bills = await measureBills(lading, { components, rounds, log });
    return [
      block({
        heading: `Comparing two versions with ${files.toLocaleString('en')} files each`,
        note: 'A tenth of the files is changed, added, or removed. Each first comparison is of versions that were not read before; the others find their lists of files in memory.',
        rows: compared,
        goal: compareGoal,
      }),
      block({
        heading: `SBOMs of ${components.toLocaleString('en')} components`,
        note: 'A version whose dependencies are three levels deep, and the repository with all of them.',
        rows: bills,
        goal: sbomGoal,
      }),
    ];
  } finally {
    await lading.stop();
  }
}

function block({ heading, note, rows, goal }) {
  return {
    heading,
    note,
    columns: ['call', 'ms (median)', 'ms (worst)', 'KiB', 'goal', 'met'],
    rows: rows.map(({ kind, times, bytes }) => [
      ...[kind, ms(median(times)), ms(Math.max(...times)), Math.round(bytes / 1024)],
      ...[`≤ ${goal}`, verdict(Math.max(...times) <= goal)],
    ]),
  };
}

async function timed(lading, path) {
  const started = performance.now();
  const content = await call(lading, 'GET', path);
  return { time: performance.now() - started, content };
}

/**
 * Paths and contents of a version: every tenth file differs from the other version, and all from
 * those of other rounds.
 */
function filesOf(count, round, version) {
  return Array.from({ length: count }, (_, n) => {
    const folder = `lib/part-${n % 97}/group-${n % 13}`;
    const kept = `export const value${n} = ${n + round};\n`.repeat(8);
    if (n % 30 === 0) return [`${folder}/only-${version}-${n}.js`, kept];
    return [`${folder}/file-${n}.js`, n % 15 === 1 ? `${kept}// of ${version}\n` : kept];
  });
}

async function measureComparisons(lading, { files, rounds, log }) {
  await call(lading, 'PUT', '/artifactory/api/repositories/bench-maven', {
    ...{ rclass: 'local', packageType: 'maven' },
  });
  const kinds = [
    { kind: 'npm tarball', id: (round) => `npm://compared-${round}`, add: addTarball },
    { kind: 'Maven jar', id: (round) => `maven://org.bench:compared-${round}`, add: addJar },
  ];
  const results = [];
  for (const { kind, id, add } of kinds) {
    const [first, again] = [[], []];
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const version of ['1.0.0', '1.1.0'])
        await add(lading, round, version, filesOf(files, round, version));
      const path = `/ui/api/v1/ui/compare?packageId=${encodeURIComponent(id(round))}&from=1.0.0&to=1.1.0`;
      const { time, content } = await timed(lading, path);
      const { contents, contentsFault } = JSON.parse(content);
      if (!contents || contents.changed + contents.unchanged + contents.added < files)
        throw new Error(
          `not all files were compared: ${contentsFault} ${JSON.stringify(contents).slice(0, 200)}`,
        );
      first.push(time);
      again.push((await timed(lading, path)).time);
      bytes = content.length;
    }
    log(`${kind}: first ${ms(median(first))}, again ${ms(median(again))} ms`);
    results.push(
      { kind: `${kind}, first`, times: first, bytes },
      { kind: `${kind}, again`, times: again, bytes },
    );
  }
  return results;
}

async function addTarball(lading, round, version, files) {
  const manifest = { name: `compared-${round}`, version, license: 'MIT' };
  await publish(lading.npm(), manifest, { bytes: 0, files: Object.fromEntries(files) });
}

async function addJar(lading, round, version, files) {
  const folder = `bench-maven/org/bench/compared-${round}/${version}/compared-${round}-${version}`;
  await send(lading, `${folder}.jar`, zipOf(files));
  await send(
    lading,
    `${folder}.pom`,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>org.bench</groupId><artifactId>compared-${round}</artifactId><version>${version}</version></project>`,
  );
}

async function send(lading, path, body) {
  const { authorization } = lading.npm();
  const answer = await fetch(`${lading.numeric}/artifactory/${path}`, {
    ...{ method: 'PUT', headers: { authorization }, body },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

export async function measureBills(lading, { components, rounds, log }) {
  await call(lading, 'PUT', '/artifactory/api/repositories/bench-npm', {
    ...{ rclass: 'local', packageType: 'npm' },
  });
  const npm = lading.npm('bench-npm');
  const documents = [];
  for (const manifest of treeOf(components)) {
    const tarball = await pack(manifest, { bytes: 100 });
    documents.push([manifest.name, Buffer.from(publishBody(manifest, tarball, npm.url))]);
  }
  await publishAll(npm, documents, 8);
  log(`${documents.length} packages published`);
  const results = [];
  for (const [kind, path] of [
    ['a version', '/ui/api/v1/ui/sbom/version?packageId=npm%3A%2F%2Fbill-root&version=1.0.0'],
    ['the repository', '/ui/api/v1/ui/sbom/repository/bench-npm?'],
  ])
    for (const format of ['cyclonedx', 'spdx']) {
      const times = [];
      let bytes = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { time, content } = await timed(lading, `${path}&format=${format}`);
        const bill = JSON.parse(content);
        const found = (bill.components ?? bill.packages).length;
        if (found < components) throw new Error(`the SBOM has ${found} components`);
        times.push(time);
        bytes = content.length;
      }
      log(`${kind}, ${format}: ${ms(median(times))} ms`);
      results.push({ kind: `${kind}, ${format === 'spdx' ? 'SPDX' : 'CycloneDX'}`, times, bytes });
    }
  return results;
}

/** Manifests of a package that depends on `count` others, directly or through others. */
function treeOf(count) {
  const direct = Math.floor(Math.sqrt(count));
  const range = '^1.0.0';
  const manifest = (name, dependencies) => ({
    ...{ name, version: '1.0.0', license: 'MIT', description: `Part of a bill: ${name}`, dependencies },
  });
  const names = Array.from({ length: count }, (_, n) => `bill-part-${n}`);
  const below = new Map(names.slice(0, direct).map((name) => [name, {}]));
  const parents = [...below.values()];
  for (const [n, name] of names.slice(direct).entries()) parents[n % direct][name] = range;
  return [
    manifest('bill-root', Object.fromEntries(names.slice(0, direct).map((name) => [name, range]))),
    ...names.map((name) => manifest(name, below.get(name) ?? {})),
  ];
}
