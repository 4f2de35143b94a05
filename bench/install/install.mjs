// A real `npm install` through the virtual repository, compared to one directly from the registry.
import { startLading } from '../harness/lading.mjs';
import { registryAnswers, timeInstall } from '../harness/npmClient.mjs';
import { startRepeater } from '../harness/repeater.mjs';
import { startStandIn } from '../harness/standIn.mjs';
import { median, seconds, times, verdict } from '../harness/stats.mjs';
import { startVerdaccio } from '../harness/verdaccio.mjs';

/** Dependencies of a web application that is a few years old: about 480 packages in total. */
const realProject = {
  dependencies: { express: '4.21.2', react: '18.3.1', 'react-dom': '18.3.1' },
  devDependencies: {
    eslint: '8.57.1',
    jest: '29.7.0',
    prettier: '3.5.3',
    typescript: '5.8.3',
    webpack: '5.99.9',
    'webpack-cli': '5.1.4',
  },
};

export async function measure({ quick, log }) {
  const standIn = await startStandIn({ count: quick ? 100 : 500 });
  try {
    const columns = [
      'tree',
      'packages',
      'way',
      'direct s',
      'cold s',
      'of direct',
      'goal',
      'warm s',
      'of direct',
      'goal',
      'met',
    ];
    const rows = await compare({
      tree: 'generated, loopback registry with 15 ms',
      project: { dependencies: standIn.roots },
      upstream: { url: standIn.url },
      runs: quick ? 1 : 5,
      log,
    });
    if (!quick) {
      if (await registryAnswers()) {
        rows.push(...(await compare({ tree: 'real project', project: realProject, runs: 5, log })));
      } else {
        rows.push(['real project', ...Array(8).fill(''), 'skipped: the npm registry does not answer', '']);
      }
    }
    return [
      {
        heading: 'Installing a tree through the virtual repository',
        note:
          'npm with an empty cache each time, no lock file, no scripts; medians of alternating runs. Cold: a new server that ' +
          'has nothing of the upstream. Warm: the same server right after. The ratio is the median of the ratios within each run. ' +
          'The last of each tree is what no server can be faster than: a bare one that gives the answers of ours again, from memory.',
        columns,
        rows,
      },
    ];
  } finally {
    await standIn.stop();
  }
}

/**
 * `upstream` absent: the registry that the machine's npm is configured with, which the seeded `npm`
 * stands over.
 */
async function compare({ tree, project, upstream, runs, log }) {
  const ways = [{ name: 'Lading', start: () => startProxy(upstream) }];
  // The peer does not receive the URL of the machine's registry, whose configuration can contain
  // credentials.
  if (upstream) ways.push({ name: 'Verdaccio', start: () => startVerdaccio({ upstream: upstream.url }) });
  const results = ways.map(() => []);
  const repeater = await startRepeater();
  let packages = 0;
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const [index, way] of ways.entries()) {
        const direct = await timeInstall(project, upstream);
        const server = await way.start();
        try {
          const registry = server.npm('npm');
          const cold = await timeInstall(project, registry);
          const warm = await timeInstall(project, registry);
          const all = [cold, warm];
          if (index === 0) all.push(await timeRepeated(project, registry, repeater));
          packages = direct.packages;
          for (const other of all) {
            if (other.packages !== packages)
              throw new Error(`${way.name} gave ${other.packages} packages, direct ${packages}`);
          }
          const [, , bare] = all;
          results[index].push({
            direct: direct.took,
            cold: cold.took,
            warm: warm.took,
            bare: bare?.took ?? 0,
          });
          log(
            `${tree}, ${way.name}: direct ${seconds(direct.took)}, cold ${seconds(cold.took)}, warm ${seconds(warm.took)}` +
              `${bare ? `, bare ${seconds(bare.took)}` : ''} s`,
          );
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    await repeater.stop();
  }
  const rows = ways.map(({ name }, index) => rowOf({ tree, packages, name, list: results[index] }));
  const [ofLading = []] = results;
  const bare = median(ofLading.map(({ bare: took, direct }) => took / direct));
  const floor = ['a bare server', seconds(median(ofLading.map(({ direct }) => direct))), '', '', ''];
  rows.push([
    tree,
    packages,
    ...floor,
    seconds(median(ofLading.map(({ bare: took }) => took))),
    times(bare),
    '',
    '',
  ]);
  return rows;
}

function rowOf({ tree, packages, name, list }) {
  const cold = median(list.map((result) => result.cold / result.direct));
  const warm = median(list.map((result) => result.warm / result.direct));
  const time = (key) => seconds(median(list.map((result) => result[key])));
  const goals =
    name === 'Lading' ? ['≤ 1.15×', '≤ 0.8×', verdict(cold <= 1.15 && warm <= 0.8)] : ['', '', ''];
  const ofCold = [time('cold'), times(cold), goals[0]];
  return [tree, packages, name, time('direct'), ...ofCold, time('warm'), times(warm), goals[1], goals[2]];
}

/**
 * From a server that gives again what ours answers; it learns that from an install that is not
 * timed.
 */
async function timeRepeated(project, registry, repeater) {
  if (repeater.isEmpty) {
    repeater.learnFrom(registry.url);
    await timeInstall(project, repeater.npm(registry));
    repeater.repeat();
  }
  return timeInstall(project, repeater.npm(registry));
}

async function startProxy(upstream) {
  const lading = await startLading(upstream ? { env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } } : {});
  if (upstream) {
    // The upstream is on loopback, so its repository allows loopback addresses.
    const { authorization } = lading.npm();
    const answer = await fetch(`${lading.origin}/artifactory/api/repositories/npm-remote`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        key: 'npm-remote',
        rclass: 'remote',
        packageType: 'npm',
        url: upstream.url,
        allowPrivateUpstream: true,
      }),
    });
    if (!answer.ok) throw new Error(`the upstream was refused: ${answer.status} ${await answer.text()}`);
  }
  return lading;
}
