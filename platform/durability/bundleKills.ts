import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BundleServer } from './BundleServer.ts';

export interface BundleKillsReport {
  rounds: number;
  /** Rounds in which the server died before it answered the request. */
  open: number;
  /** Acknowledged, and not there after the start. */
  lost: string[];
  /** Seen in part. */
  half: string[];
  complaints: string[];
}

const pool = 600;
const fresh = 30;
const lifecycle = '/lifecycle/api/v2';
const screen = '/ui/api/v1/ui/releaseBundles';

/** Activities that a kill interrupts, and the server that is killed. */
const kinds = [
  ['create', 'source'],
  ['promote', 'source'],
  ['distribute', 'source'],
  ['distribute', 'edge'],
  ['remove', 'source'],
  ['remove', 'edge'],
] as const;

/**
 * Kills a source or its edge at random moments of creating, promoting, distributing, and removing
 * release bundles, starts it again, and looks for versions that are there in part.
 */
export async function bundleKills(rounds: number, say: (line: string) => void): Promise<BundleKillsReport> {
  const [source, edge] = await Promise.all([BundleServer.create(), BundleServer.create()]);
  const test = new BundleKills(source, edge, rounds);
  const { report } = test;
  try {
    await test.prepare();
    for (let round = 0; round < rounds; round++) {
      const [activity, victim] = kinds[round % kinds.length] ?? kinds[0];
      await test.round(round, activity, victim);
      say(
        `bundle kill ${round + 1} of ${rounds}, ${activity} at the ${victim}: ${report.open} open, ${report.lost.length} lost, ${report.half.length} half visible`,
      );
    }
    report.complaints.push(...source.complaints, ...edge.complaints);
    return report;
  } finally {
    await Promise.all([source.remove(), edge.remove()]);
  }
}

type Activity = (typeof kinds)[number][0];

class BundleKills {
  readonly report: BundleKillsReport;
  readonly #servers: { source: BundleServer; edge: BundleServer };
  readonly #contents = new Map<string, string>();
  /** Milliseconds that each activity takes without a kill. */
  readonly #usual = new Map<Activity, number>();
  #edgeId = '';

  constructor(source: BundleServer, edge: BundleServer, rounds: number) {
    this.#servers = { source, edge };
    this.report = { rounds, open: 0, lost: [], half: [], complaints: [] };
  }

  /** Pairs the servers, deploys content, and measures each activity once. */
  async prepare(): Promise<void> {
    const { source, edge } = this.#servers;
    const { code } = await edge.must('POST', '/distribution/api/v2/edges/codes', { name: 'edge' });
    const pairing = { url: edge.url, code, name: 'source' };
    this.#edgeId = (await source.must('POST', '/distribution/api/v2/edges', pairing)).id;
    await this.#repository('libs', 'DEV');
    await this.#deploy('pool', pool, 1000);
    for (const activity of ['create', 'promote', 'distribute', 'remove'] as const) {
      const name = `first-${activity}`;
      await this.#before(name, activity);
      const began = performance.now();
      await this.#start(name, activity);
      await this.#finish(name, activity);
      this.#usual.set(activity, performance.now() - began);
    }
  }

  async round(round: number, activity: Activity, victim: 'source' | 'edge'): Promise<void> {
    const name = `${activity}-${round}`;
    await this.#before(name, activity);
    const started = this.#start(name, activity);
    await wait(randomInt(0, Math.ceil(1.2 * (this.#usual.get(activity) ?? 100))));
    // Every other time each server's database is killed with it.
    await this.#servers[victim].kill(Math.floor(round / kinds.length) % 2 === 1);
    const isAcknowledged = await started;
    if (!isAcknowledged) this.report.open++;
    const isThere = await this.#look(name, activity);
    const isDone = activity === 'create' || activity === 'promote';
    if (isDone && isAcknowledged && !isThere) this.report.lost.push(name);
    // What was not acknowledged and is not there succeeds now; the rest continues.
    if (!isThere && (isDone || !(await this.#isOrdered(name, activity)))) {
      if (!isDone && isAcknowledged) this.report.lost.push(`${name}: the order`);
      if (!(await this.#start(name, activity))) throw new Error(`${name} fails after the start`);
    }
    await this.#finish(name, activity);
  }

  /** Sets up the activity. */
  async #before(name: string, activity: Activity): Promise<void> {
    if (activity === 'promote') {
      await this.#repository(`prod-${name}`, 'PROD');
      await this.#start(name, 'create');
    } else if (activity !== 'create') {
      await this.#deploy(name, fresh, 1000);
      await this.#create(name, name, fresh);
    }
    if (activity === 'remove') {
      await this.#start(name, 'distribute');
      await this.#finish(name, 'distribute');
    }
  }

  /** Returns whether the source has acknowledged it. */
  async #start(name: string, activity: Activity): Promise<boolean> {
    if (activity === 'create') return this.#create(name, 'pool', pool);
    const { source } = this.#servers;
    if (activity === 'promote') {
      const body = { environment: 'PROD', included_repository_keys: [`prod-${name}`] };
      const path = `${lifecycle}/promotion/records/${name}/1?async=false`;
      return accepted(await source.call('POST', path, body), 201);
    }
    const order = { edges: [this.#edgeId], kind: activity, createRepositories: true };
    return accepted(await source.call('POST', `${screen}/${name}/1/distributions`, order), 202);
  }

  async #create(name: string, folder: string, count: number): Promise<boolean> {
    const artifacts = Array.from({ length: count }, (_, at) => ({ path: `libs/${folder}/${at}.bin` }));
    const body = {
      ...{ release_bundle_name: name, release_bundle_version: '1', source_type: 'artifacts' },
      source: { artifacts },
    };
    return accepted(
      await this.#servers.source.call('POST', `${lifecycle}/release_bundle?async=false`, body),
      201,
    );
  }

  /** Returns whether the result of the activity is there as a whole. Notes a part of one. */
  async #look(name: string, activity: Activity): Promise<boolean> {
    const { source, edge } = this.#servers;
    if (activity === 'create') {
      // Each read verifies the signature of the record.
      const { status, json } = await source.call('GET', `${lifecycle}/release_bundle/records/${name}/1`);
      if (status === 404) return false;
      if (status !== 200 || json.artifacts.length !== pool) this.report.half.push(`${name}: ${status}`);
      return true;
    }
    if (activity === 'promote') {
      const files = await this.#count(source, `prod-${name}/pool`);
      const { promotions } = await source.must('GET', `${lifecycle}/promotion/records/${name}/1`);
      const completed = promotions.filter(({ status }: { status: string }) => status === 'COMPLETED').length;
      const isWhole = files === pool && promotions.length === 1 && completed === 1;
      if (!isWhole && (files !== 0 || promotions.length > 0))
        this.report.half.push(`${name}: ${files} files, ${JSON.stringify(promotions).slice(0, 300)}`);
      return files === pool;
    }
    const files = await this.#count(edge, `libs/${name}`);
    if (files !== 0 && files !== fresh) this.report.half.push(`${name}: ${files} files`);
    return activity === 'distribute' ? files === fresh : files === 0;
  }

  /** Whether the source has an order of this kind. */
  async #isOrdered(name: string, kind: Activity): Promise<boolean> {
    const { distributions } = await this.#servers.source.must('GET', `${screen}/${name}/1/distributions`);
    return distributions[0]?.kind === kind;
  }

  /** Waits for the end, and looks all the time. */
  async #finish(name: string, activity: Activity): Promise<void> {
    if (activity === 'create' || activity === 'promote') {
      if (!(await this.#look(name, activity))) this.report.lost.push(`${name}, at the end`);
      return;
    }
    const { source, edge } = this.#servers;
    for (;;) {
      await this.#look(name, activity);
      const { distributions } = await source.must('GET', `${screen}/${name}/1/distributions`);
      const { state, message, kind } = distributions[0];
      if (kind === activity && state === 'completed') break;
      if (state === 'failed') throw new Error(`${name}: ${message}`);
      await wait(20);
    }
    if (!(await this.#look(name, activity))) this.report.lost.push(`${name}, at the end`);
    const { bundles } = await edge.must('GET', `${screen}/received?limit=1000`);
    const received = bundles.filter((each: { name: string }) => each.name === name);
    const states = received.map(({ state }: { state: string }) => state).join();
    if (states !== (activity === 'distribute' ? 'complete' : ''))
      this.report.half.push(`${name}: received ${states}`);
    if (activity === 'distribute') await this.#compare(`libs/${name}/${randomInt(fresh)}.bin`);
  }

  async #compare(path: string): Promise<void> {
    const { checksums } = await this.#servers.edge.must('GET', `/artifactory/api/storage/${path}`);
    if (checksums.sha256 !== this.#contents.get(path)) this.report.half.push(`${path}: other content`);
  }

  async #count(server: BundleServer, folder: string): Promise<number> {
    const { status, json } = await server.call('GET', `/artifactory/api/storage/${folder}`);
    if (status === 404) return 0;
    if (status !== 200) throw new Error(`${folder}: ${status}`);
    return json.children.length;
  }

  async #repository(key: string, environment: string): Promise<void> {
    const body = { rclass: 'local', packageType: 'generic', environments: [environment] };
    await this.#servers.source.must('PUT', `/artifactory/api/repositories/${key}`, body);
  }

  /** The first file needs two requests to the edge. */
  async #deploy(folder: string, count: number, bytes: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, at) => at).values();
    const worker = async () => {
      for (const at of numbers) {
        const content = randomBytes(at === 0 ? 5_000_000 : bytes);
        const path = `libs/${folder}/${at}.bin`;
        this.#contents.set(path, createHash('sha256').update(content).digest('hex'));
        await this.#servers.source.must('PUT', `/artifactory/${path}`, content);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }
}

/** False for a broken connection. Throws for a rejection. */
function accepted({ status, json }: { status: number; json: unknown }, expected: number): boolean {
  if (status === expected) return true;
  // The server ends while it answers, or its database has.
  if (status === 0 || status >= 500) return false;
  throw new Error(`Rejected: ${status} ${JSON.stringify(json)}`);
}
