import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, ServerProcess } from '../src/testing/serverProcess.ts';
import { Disk } from './Disk.ts';
import { authorization, type KillsReport, serverEnv } from './kills.ts';
import { Publisher, type Sent } from './Publisher.ts';
import { verify } from './verify.ts';

/**
 * Takes images of a server's disk at random moments of publishing, and looks in each for everything
 * that was sent before.
 */
export async function images(rounds: number, say: (line: string) => void): Promise<KillsReport> {
  const disk = new Disk();
  const report: KillsReport = {
    rounds,
    acknowledged: 0,
    open: 0,
    lost: [],
    half: [],
    complaints: [],
    starts: [],
  };
  const server = new ServerProcess(join(disk.path, 'home'), await freePort(), serverEnv);
  const port = await freePort();
  const everything: Sent[] = [];
  try {
    if (!(await server.answers())) throw new Error(`The server did not start: ${server.errors}`);
    for (let round = 0; round < rounds; round++) {
      const publisher = new Publisher({ url: server.url, authorization, round: `image${round}`, clients: 8 });
      while (publisher.acknowledged().length === 0) await wait(5);
      await wait(randomInt(0, 1200));
      // Whatever is acknowledged by now must be in the image, and nothing sent later can be.
      const before = publisher.sent.map((one) => ({ ...one }));
      const snapshot = disk.snapshot();
      const after = publisher.sent.slice(before.length).map((one) => ({ ...one, acknowledged: false }));
      await publisher.stop();
      if (publisher.refused.length > 0) throw new Error(`Refused: ${publisher.refused[0]}`);
      try {
        await look(join(snapshot.path, 'home'), port, [...everything, ...before, ...after], report);
      } finally {
        snapshot.remove();
      }
      everything.push(...publisher.sent);
      report.acknowledged += before.filter(({ acknowledged }) => acknowledged).length;
      report.open += before.filter(({ acknowledged }) => !acknowledged).length;
      say(
        `image ${round + 1} of ${rounds}: ${report.acknowledged} acknowledged, ${report.open} open, ${report.lost.length} lost, ${report.half.length} half visible`,
      );
    }
    return report;
  } finally {
    await server.stop();
    disk.remove();
  }
}

async function look(home: string, port: number, sent: readonly Sent[], report: KillsReport): Promise<void> {
  const started = Date.now();
  const server = new ServerProcess(home, port, serverEnv);
  try {
    if (!(await server.answers()))
      throw new Error(`The server did not start from the image: ${server.errors}`);
    report.starts.push(Date.now() - started);
    const { lost, half } = await verify(server.url, authorization, sent);
    report.lost.push(...lost);
    report.half.push(...half);
    if (server.errors !== '') report.complaints.push(server.errors);
  } finally {
    await server.stop();
  }
}
