import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { type AccessRule, file, ownApi } from '../../http/api/ownApi.ts';
import { addCacheMetrics } from './cacheMetrics.ts';
import { addDatabaseMetrics } from './databaseMetrics.ts';
import { addQueueMetrics } from './queueMetrics.ts';
import { addRuntimeMetrics } from './runtime.ts';
import { addS3Metrics } from './s3Metrics.ts';
import { addStorageMetrics } from './storageMetrics.ts';
import { addUsageMetrics } from './usageMetrics.ts';

const type = 'text/plain; version=0.0.4; charset=utf-8';

/** Adds the route for metrics in the text format of Prometheus. */
export async function metricsRoutes(app: FastifyInstance): Promise<void> {
  addRuntimeMetrics(app);
  addDatabaseMetrics(app);
  addStorageMetrics(app);
  addUsageMetrics(app);
  addCacheMetrics(app);
  addQueueMetrics(app);
  addS3Metrics(app);
  const api = ownApi(app, { tag: 'System', access: accessOf(app.settings.metricsNetworks) });
  for (const url of ['/metrics', '/artifactory/api/v1/metrics'])
    api.get(
      url,
      {
        schema: {
          summary: 'Returns the metrics of this node, for Prometheus.',
          response: { 200: file('text/plain', 'Metrics in the text format of Prometheus.') },
        },
      },
      async (_request, reply) => {
        reply.headers({ 'content-type': type, 'cache-control': 'no-store' });
        return reply.send(await app.metrics.text());
      },
    );
}

/**
 * Denied by default, because metrics contain names of routes and jobs, and the usage of the server.
 */
function accessOf(networks: readonly string[]): AccessRule {
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(length), family);
  }
  return {
    name: 'metrics',
    description: 'Administrators, and clients of the networks in `LADING_METRICS_NETWORKS`.',
    check(request) {
      const { ip } = request;
      if (allowed.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')) return undefined;
      return administrators.check?.(request);
    },
  };
}
