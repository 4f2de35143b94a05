import { vi } from 'vitest';
import { type BundleWorld, bundleWorld } from '../../testing/bundleWorld.ts';
import { FaultyHttpProxy } from './FaultyHttpProxy.ts';

const edges = '/distribution/api/v2/edges';
const screen = '/ui/api/v1/ui/releaseBundles';

export interface EdgeWorlds {
  source: BundleWorld;
  edge: BundleWorld;
  /** All requests of the source to the edge pass through. */
  proxy: FaultyHttpProxy;
  order(name: string, version: string, kind?: 'distribute' | 'remove'): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of a route
  last(name: string, version: string): Promise<any>;
  /** Waits until the last distribution has one of the states, and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of a route
  reached(name: string, version: string, states: RegExp): Promise<any>;
  change(name: string, version: string, how: 'retry' | 'abort'): Promise<number>;
  /** Number of entries in a folder of the edge. */
  visible(folder: string): Promise<number>;
  close(): Promise<void>;
}

/** Starts a source and an edge that are paired through a proxy. */
export async function edgeWorlds(env: Record<string, string> = {}): Promise<EdgeWorlds> {
  const own = { LADING_ALLOWED_NETWORKS: '127.0.0.0/8', ...env };
  const [source, edge] = await Promise.all([bundleWorld(own, true), bundleWorld(own, true)]);
  const proxy = await FaultyHttpProxy.start(edge.platform.baseUrl);
  const { json } = await edge.call('POST', `${edges}/codes`, { name: 'berlin' });
  const paired = await source.call('POST', edges, { url: proxy.url, code: json.code, name: 'headquarters' });
  if (paired.status !== 201) throw new Error(paired.message);
  const path = (name: string, version: string) => `${screen}/${name}/${version}/distributions`;
  const last: EdgeWorlds['last'] = async (name, version) =>
    (await source.call('GET', path(name, version))).json.distributions[0];
  return {
    ...{ source, edge, proxy, last },
    async order(name, version, kind = 'distribute') {
      const body = { edges: [paired.json.id], kind, createRepositories: true };
      const { status, message } = await source.call('POST', path(name, version), body);
      if (status !== 202) throw new Error(message);
    },
    reached: (name, version, states) =>
      vi.waitFor(
        async () => {
          const found = await last(name, version);
          if (!states.test(found.state)) throw new Error(JSON.stringify(found));
          return found;
        },
        { timeout: 100_000, interval: 20 },
      ),
    async change(name, version, how) {
      const { id } = await last(name, version);
      return (await source.call('POST', `${path(name, version)}/${id}/${how}`)).status;
    },
    async visible(folder) {
      const { json: found } = await edge.call('GET', `/artifactory/api/storage/${folder}`);
      return (found?.children ?? []).length;
    },
    async close() {
      await proxy.close();
      await Promise.all([source.close(), edge.close()]);
    },
  };
}
