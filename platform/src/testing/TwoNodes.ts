import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Dispatcher, request } from 'undici';
import { vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from './serverProcess.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { emptyDatabase, type TestDatabase } from './testDatabase.ts';

const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
/** Nodes accept only the public host name. `fetch` cannot set it. */
const host = 'packages.example.org';

/** Two server processes on one database and one blob directory. */
export class TwoNodes {
  private constructor(
    readonly place: string,
    readonly servers: readonly [ServerProcess, ServerProcess],
    private readonly database: TestDatabase,
  ) {}

  /** `env` returns further variables of a node, by its home in `place`. */
  static async start(env: (name: string) => Record<string, string> = () => ({})): Promise<TwoNodes> {
    compileServer();
    const place = await temporaryFolder('lading-nodes-');
    await mkdir(join(place, 'blobs'));
    const database = await emptyDatabase();
    const start = async (name: string) =>
      new ServerProcess(join(place, name), await freePort(), {
        LADING_DATABASE_URL: database.url,
        LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
        LADING_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
        LADING_ADMIN_PASSWORD: password,
        LADING_LOG_LEVEL: 'info',
        LADING_PUBLIC_URL: `https://${host}`,
        ...env(name),
      });
    const nodes = new TwoNodes(place, [await start('one'), await start('other')], database);
    for (const server of nodes.servers)
      if (!(await server.answers())) throw new Error(`A node ended: ${server.output}${server.errors}`);
    return nodes;
  }

  /** Calls a node as the administrator. */
  call(
    server: ServerProcess,
    path: string,
    options: { method?: Dispatcher.HttpMethod; body?: object; signal?: AbortSignal } = {},
  ): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', body, signal } = options;
    return request(`${server.url}${path}`, {
      method,
      headers: { authorization, host, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  }

  /** Returns the IDs of the nodes, once they know each other. */
  async ids(): Promise<string[]> {
    await vi.waitUntil(async () => (await this.#config(this.servers[0])).nodes.length === 2, 20_000);
    return Promise.all(this.servers.map(async (server) => (await this.#config(server)).node_id));
  }

  async #config(server: ServerProcess): Promise<{ node_id: string; nodes: string[] }> {
    const { body } = await this.call(server, '/ui/api/v1/system/logs/config/jfrt');
    return (await body.json()) as { node_id: string; nodes: string[] };
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.database.drop();
    await rm(this.place, { recursive: true, force: true });
  }
}
