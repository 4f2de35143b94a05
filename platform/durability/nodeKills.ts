import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { blobEnvironment, type S3Server } from '../src/blobs/s3/testing/S3Server.ts';
import { startPostgres } from '../src/database/embedded/startPostgres.ts';
import { freePort, ServerProcess } from '../src/testing/serverProcess.ts';
import { temporaryFolder } from '../src/testing/temporaryFolder.ts';
import { authorization, type KillsReport, serverEnv } from './kills.ts';
import { Publisher, type Sent } from './Publisher.ts';
import { verify } from './verify.ts';

const names = ['a', 'b', 'c'] as const;

export interface NodeKillsReport extends KillsReport {
  /** Requests that nodes rejected that were not killed. */
  refused: string[];
}

interface Node {
  start(): Promise<ServerProcess>;
  server: ServerProcess;
}

/**
 * Runs three nodes on one database and object store, and kills each in turn while clients publish
 * to all of them. Looks for everything that was sent at the other nodes before the killed one is
 * started again, and at the end at all of them.
 */
export async function nodeKills(
  rounds: number,
  store: S3Server,
  say: (line: string) => void,
): Promise<NodeKillsReport> {
  const place = await temporaryFolder('lading-nodes-');
  const postgres = await startPostgres(join(place, 'database'));
  const nodes: Node[] = [];
  const report: NodeKillsReport = {
    ...{ rounds, acknowledged: 0, open: 0, lost: [], half: [], complaints: [], starts: [], refused: [] },
  };
  const everything: Sent[] = [];
  try {
    for (const name of names) nodes.push(await firstStart(join(place, name), postgres.url, store));
    for (let round = 0; round < rounds; round++) {
      const sent = await killOne(nodes, round, report);
      everything.push(...sent);
      report.acknowledged += sent.filter(({ acknowledged }) => acknowledged).length;
      report.open += sent.filter(({ acknowledged }) => !acknowledged).length;
      say(
        `node ${names[round % names.length]}, kill ${round + 1} of ${rounds}: ${report.acknowledged} acknowledged, ` +
          `${report.open} open, ${report.lost.length} lost, ${report.half.length} half visible`,
      );
    }
    for (const { server } of nodes) add(report, await verify(server.url, authorization, everything));
    return report;
  } finally {
    for (const { server } of nodes) server.kill();
    await Promise.all(nodes.map(({ server }) => server.ended));
    await postgres.stop();
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function firstStart(home: string, database: string, store: S3Server): Promise<Node> {
  const port = await freePort();
  const env = {
    ...serverEnv,
    ...blobEnvironment(store, 'nodes'),
    LADING_DATABASE_URL: database,
    LADING_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  };
  const start = async () => {
    const server = new ServerProcess(home, port, env);
    if (!(await server.answers())) throw new Error(`A node did not start: ${server.errors}`);
    return server;
  };
  return { start, server: await start() };
}

/** Kills a node while clients publish to all, and starts it again. */
async function killOne(nodes: Node[], round: number, report: NodeKillsReport): Promise<Sent[]> {
  const victim = nodes[round % nodes.length] as Node;
  const publishers = nodes.map(
    ({ server: { url } }, at) =>
      new Publisher({ url, authorization, round: `kill${round}${names[at]}`, clients: 3 }),
  );
  await wait(randomInt(30, 1200));
  victim.server.kill();
  await victim.server.ended;
  // The other nodes continue.
  await wait(randomInt(100, 500));
  await Promise.all(publishers.map((publisher) => publisher.stop()));
  const sent = publishers.flatMap((publisher) => publisher.sent);
  for (const [at, { refused }] of publishers.entries())
    if (nodes[at] !== victim) report.refused.push(...refused);
  const survivor = nodes[(round + 1) % nodes.length] as Node;
  add(report, await verify(survivor.server.url, authorization, sent));
  const began = Date.now();
  victim.server = await victim.start();
  report.starts.push(Date.now() - began);
  add(report, await verify(victim.server.url, authorization, sent));
  if (victim.server.errors !== '') report.complaints.push(victim.server.errors);
  return sent;
}

function add(report: KillsReport, { lost, half }: Pick<KillsReport, 'lost' | 'half'>): void {
  report.lost.push(...lost);
  report.half.push(...half);
}
