import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3 } from '@aws-sdk/client-s3';
import { freePort } from '../../../testing/serverProcess.ts';
import { temporaryFolder } from '../../../testing/temporaryFolder.ts';
import type { S3Server } from './S3Server.ts';

const run = promisify(execFile);
const programs = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'ceph-authtool'];
const credentials = { accessKeyId: 'lading-test', secretAccessKey: 'a-secret-of-tests-alone' };

/** Installs what the gateway needs on Debian. */
export const installCommand = 'apt-get install radosgw ceph-mon ceph-osd ceph-common';

/** Whether the programs of Ceph are installed. */
export function hasRadosGateway(): boolean {
  return programs.every((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined);
}

/**
 * Starts the S3 gateway of Ceph with a monitor and one storage daemon, which keeps objects in
 * memory, and creates the bucket.
 */
export async function startRadosGateway(bucket = 'blobs'): Promise<S3Server> {
  const cluster = new Cluster(await temporaryFolder('lading-ceph-'));
  try {
    const endpoint = await cluster.start();
    const s3 = new S3({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
    await s3.createBucket({ Bucket: bucket });
    s3.destroy();
    return { endpoint, bucket, credentials, stop: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

class Cluster {
  readonly #place: string;
  readonly #env: Record<string, string>;
  readonly #daemons: ChildProcess[] = [];

  constructor(place: string) {
    this.#place = place;
    this.#env = { PATH: process.env.PATH ?? '', CEPH_CONF: join(place, 'ceph.conf') };
  }

  /** Returns the URL of the gateway. */
  async start(): Promise<string> {
    const ports = { first: await freePort(), second: await freePort(), http: await freePort() };
    await writeFile(join(this.#place, 'ceph.conf'), configuration(this.#place, ports));
    for (const name of ['mon', 'osd', 'run']) mkdirSync(join(this.#place, name));
    await this.#startMonitor(ports);
    await this.#startDisk();
    const { accessKeyId, secretAccessKey } = credentials;
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    await this.#run('radosgw-admin', 'user', 'create', '--uid', 'test', '--display-name', 'test', ...keys);
    this.#spawn('radosgw', '-n', 'client.admin');
    const endpoint = `http://127.0.0.1:${ports.http}`;
    await this.#untilAnswers(endpoint);
    return endpoint;
  }

  async #startMonitor({ first, second }: Ports): Promise<void> {
    const create = (name: string, ...more: string[]) =>
      this.#run('ceph-authtool', 'keyring', '--gen-key', '-n', name, '--cap', 'mon', 'allow *', ...more);
    await create('mon.', '--create-keyring');
    for (const name of ['client.admin', 'osd.0']) await create(name, '--cap', 'osd', 'allow *');
    const addresses = `[v2:127.0.0.1:${first},v1:127.0.0.1:${second}]`;
    await this.#run('monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', addresses, 'monmap');
    await this.#run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
    this.#spawn('ceph-mon', '-i', 'a');
  }

  async #startDisk(): Promise<void> {
    const disk = randomUUID();
    await this.#run('ceph', '--connect-timeout', '30', 'osd', 'new', disk);
    await this.#run('ceph', 'auth', 'import', '-i', 'keyring');
    await this.#run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    this.#spawn('ceph-osd', '-i', '0');
  }

  #run(name: string, ...args: string[]) {
    return run(name, args, { env: this.#env, cwd: this.#place, timeout: 200_000 });
  }

  #spawn(name: string, ...args: string[]): void {
    const options = { env: this.#env, cwd: this.#place, stdio: 'ignore' } as const;
    this.#daemons.push(spawn(name, [...args, '-f'], options));
  }

  async #untilAnswers(endpoint: string): Promise<void> {
    for (;;) {
      const answer = await fetch(endpoint).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      if (this.#daemons.some(({ exitCode }) => exitCode !== null)) throw new Error('A daemon of Ceph ended');
      await wait(100);
    }
  }

  async stop(): Promise<void> {
    for (const daemon of this.#daemons.reverse()) {
      const ended = new Promise((resolve) => daemon.once('close', resolve));
      if (daemon.exitCode === null && daemon.kill('SIGKILL')) await ended;
    }
    await rm(this.#place, { recursive: true, force: true });
  }
}

const clusterId = randomUUID();

interface Ports {
  first: number;
  second: number;
  http: number;
}

function configuration(place: string, { first, second, http }: Ports): string {
  return `[global]
fsid = ${clusterId}
mon_host = [v2:127.0.0.1:${first},v1:127.0.0.1:${second}]
public_addr = 127.0.0.1
keyring = ${place}/keyring
run_dir = ${place}/run
admin_socket = ${place}/run/$name.asok
log_file = ${place}/$name.log
crash_dir = ${place}/run
pid_file =
mon_data = ${place}/mon
mon_data_avail_crit = 1
mon_data_avail_warn = 1
mon_allow_pool_size_one = true
osd_data = ${place}/osd
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_class_load_list = *
osd_class_default_list = *
rgw_frontends = beast endpoint=127.0.0.1:${http}
rgw_data = ${place}/run
`;
}
