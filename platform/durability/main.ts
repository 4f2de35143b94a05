import { hasRadosGateway, installCommand, startRadosGateway } from '../src/blobs/s3/testing/RadosGateway.ts';
import { compileServer } from '../src/testing/serverProcess.ts';
import { type BundleKillsReport, bundleKills } from './bundleKills.ts';
import { noDisks } from './Disk.ts';
import { images } from './images.ts';
import { type KillsReport, kills } from './kills.ts';
import { nodeKills } from './nodeKills.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** How often, by the words of the command: `npm run durability -- 100 20 100 50`. */
const [killRounds = 100, imageRounds = 20, bundleRounds = 100, nodeRounds = 50] = process.argv
  .slice(2)
  .map(Number);

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

async function killNodes(): Promise<boolean> {
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

compileServer();
let good = killRounds === 0 || conclude('kill -9', await kills(killRounds, say));
const reason = noDisks();
if (reason !== undefined) say(`disk images: skipped, ${reason}`);
else if (imageRounds > 0) good = conclude('disk images', await images(imageRounds, say)) && good;
if (bundleRounds > 0) good = concludeBundles(await bundleKills(bundleRounds, say)) && good;
if (nodeRounds > 0) good = (await killNodes()) && good;
process.exitCode = good ? 0 : 1;
