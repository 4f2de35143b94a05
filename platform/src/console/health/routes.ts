import type { PluginHealthReport as Report } from '@lading/contract/rest';
import { PluginHealthList, PluginHealthReport } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators, everyone } from '../../access/accessRules.ts';
import { withStorage } from '../../database/db.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { ReportLimit } from '../../http/ReportLimit.ts';
import { counter } from '../../operations/metrics/Metrics.ts';
import { alertRoutes } from './alertRoutes.ts';
import { alertsJob, defineAlertsJob } from './alerts.ts';
import { defineExpiryJob, storedDays } from './expireHealth.ts';
import { HealthCounts } from './HealthCounts.ts';
import { KnownVersions, type VersionSources } from './KnownVersions.ts';
import { readHealth } from './readHealth.ts';
import { storeHealth } from './storeHealth.ts';

const path = '/ui/api/v1/lading/plugin-health';
const storeJob = 'store-plugin-health';
/** Milliseconds from a report to its row. */
const settle = 5_000;
/** Of a report, in bytes. */
const maxReport = 64 * 1024;

export interface HealthRoutesOptions {
  versions: VersionSources;
  /** Gets each report, after it was counted. */
  observe: (report: Report, request: FastifyRequest) => Promise<void>;
}

/**
 * Health of plugins in the browsers of users: reports are counted in memory and stored in batches.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { versions, observe }: HealthRoutesOptions,
): Promise<void> {
  const counts = new HealthCounts();
  const limit = new ReportLimit();
  const known = new KnownVersions(versions);
  storeCounts(app, counts);
  defineExpiryJob(app.platform);
  defineAlertsJob(app.platform);
  await app.register(alertRoutes);
  addMetrics(app, counts);
  const api = ownApi(app, { tag: 'System', access: administrators });

  api.post(
    path,
    {
      schema: {
        summary: 'Reports loads and failures of plugins in a browser.',
        description:
          'Sent by the console, also before the sign-in. Plugins that are not in the import map are ignored. Contains no data of the user.',
        body: PluginHealthReport,
        response: { 204: noContent },
      },
      bodyLimit: maxReport,
      // Without a query for the session, because many browsers report concurrently. A canary is an
      // exception.
      config: { access: everyone, open: true, errors: { 429: ['TOO_MANY_REPORTS'] } },
    },
    async (request) => {
      const wait = limit.admit(request.ip);
      if (wait !== undefined) {
        counts.reports.limited += 1;
        const message = `Too many reports about plugins. Try again in ${wait} seconds.`;
        throw new HttpError(429, 'TOO_MANY_REPORTS', message, undefined, { 'retry-after': String(wait) });
      }
      counts.add(request.body, await known.of(request.body));
      if (!counts.isEmpty) app.jobs.wake(storeJob);
      await observe(request.body, request);
    },
  );

  api.get(
    path,
    {
      schema: {
        summary: 'Returns loads, times, and failures of plugins, as browsers reported them.',
        querystring: Type.Object({
          days: Type.Integer({ minimum: 1, maximum: storedDays, default: 7 }),
        }),
        response: { 200: PluginHealthList },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { plugins: await readHealth(request.query.days) };
    },
  );
}

/** The last counts are stored when the server stops. */
function storeCounts(app: FastifyInstance, counts: HealthCounts): void {
  app.jobs.define({
    name: storeJob,
    description: 'Stores loads and failures of plugins that browsers reported',
    cluster: 'each',
    settle,
    async run() {
      if (await storeTaken(counts)) app.jobs.wake(alertsJob);
    },
  });
  app.addHook('onClose', async () => {
    await app.jobs.stop();
    try {
      await withStorage(app.platform.storage, () => storeTaken(counts));
    } catch (err) {
      app.log.error({ err }, 'Failed to store the last reports about plugins');
    }
  });
}

/**
 * Counts that could not be stored stay in memory for the next attempt, up to the limit of rows.
 * Returns whether there are new failures.
 */
async function storeTaken(counts: HealthCounts): Promise<boolean> {
  const taken = counts.take();
  try {
    await storeHealth(taken);
    return taken.failures.length > 0;
  } catch (error) {
    // Data that the database rejects would fail again, and block all others.
    if (isUnavailable(error)) counts.giveBack(taken);
    throw error;
  }
}

function addMetrics(app: FastifyInstance, counts: HealthCounts): void {
  app.metrics.add('plugins', () => [
    counter(
      'lading_plugin_loads_total',
      'Plugins that a browser loaded and mounted, as reported to this node.',
      counts.totals.map(({ plugin, version, loads }) => ({ labels: { plugin, version }, value: loads })),
    ),
    counter(
      'lading_plugin_failures_total',
      'Failures of plugins in browsers, by stage, as reported to this node.',
      counts.totals.flatMap(({ plugin, version, failures }) =>
        Object.entries(failures).map(([stage, value]) => ({ labels: { plugin, version, stage }, value })),
      ),
    ),
    counter(
      'lading_plugin_turned_off_total',
      'Browsers that turned a version off after two crashes in a row, as reported to this node.',
      counts.totals.map(({ plugin, version, turnedOff }) => ({
        labels: { plugin, version },
        value: turnedOff,
      })),
    ),
    counter(
      'lading_plugin_reports_total',
      'Reports of browsers about plugins: accepted, limited (too many), or dropped in part (too many different failures).',
      Object.entries(counts.reports).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
  ]);
}
