import { hasRadosGateway, installCommand, startRadosGateway } from '../src/blobs/s3/testing/RadosGateway.ts';
import { compileServer } from '../src/testing/serverProcess.ts';
import { type BundleKillsReport, bundleKills } from './bundleKills.ts';
import { noDisks } from './Disk.ts';
import { images } from './images.ts';
import { type KillsReport, kills } from './kills.ts';
import { nodeKills } from './nodeKills.ts';
import { type Part, roundsOf } from './roundsOf.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const rounds = readArguments();

function readArguments(): ReturnType<typeof roundsOf> {
  try {
    return roundsOf(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

function conclude(what: string, report: KillsReport): boolean {
  const starts = report.starts.sort((a, b) => a - b);
  const median = starts[Math.floor(starts.length / 2)] ?? 0;
  say(
    `${what}: ${report.rounds} rounds, ${report.acknowledged} acknowledged, ${report.open} under way; ` +
      `${report.lost.length} lost, ${report.half.length} half visible, ${report.complaints.length} starts that complained; ` +
      `start again in ${median} ms (median), ${starts.at(-1) ?? 0} ms (slowest)`,
  );
  for (const line of [...report.lost, ...report.half, ...report.complaints].slice(0, 20)) say(`  ${line}`);
  return report.lost.length + report.half.length + report.complaints.length === 0;
}

function concludeBundles({ rounds, open, lost, half, complaints }: BundleKillsReport): boolean {
  say(
    `kill -9 during work on release bundles: ${rounds} rounds, ${open} not acknowledged; ` +
      `${lost.length} lost, ${half.length} half visible, ${complaints.length} starts that complained`,
  );
  for (const line of [...lost, ...half, ...complaints].slice(0, 20)) say(`  ${line}`);
  return lost.length + half.length + complaints.length === 0;
}

async function killNodes(nodeRounds: number): Promise<boolean> {
  if (!hasRadosGateway()) {
    say(`kill -9 of three nodes: skipped, needs ${installCommand}`);
    return true;
  }
  const store = await startRadosGateway();
  try {
    const report = await nodeKills(nodeRounds, store, say);
    const isGood = conclude('kill -9 of three nodes in turn', report);
    say(`  ${report.refused.length} requests rejected by the other nodes`);
    for (const line of report.refused.slice(0, 20)) say(`  ${line}`);
    return isGood && report.refused.length === 0;
  } finally {
    await store.stop();
  }
}

/** Returns whether nothing was lost. */
async function run(part: Part, count: number): Promise<boolean> {
  switch (part) {
    case 'kills':
      return conclude('kill -9', await kills(count, say));
    case 'images': {
      const reason = noDisks();
      if (reason === undefined) return conclude('disk images', await images(count, say));
      say(`disk images: skipped, ${reason}`);
      return true;
    }
    case 'bundles':
      return concludeBundles(await bundleKills(count, say));
    case 'nodes':
      return killNodes(count);
  }
}

compileServer();
let good = true;
for (const [part, count] of rounds) good = (await run(part, count)) && good;
process.exitCode = good ? 0 : 1;
