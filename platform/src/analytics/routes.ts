import { AnalyticsHistory, AnalyticsReport, AnalyticsSettings } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, signedInUsers } from '../access/accessRules.ts';
import { record, recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { ReportLimit } from '../http/ReportLimit.ts';
import { analyticsSettings } from '../instance/analyticsSettings.ts';
import { writeSetting } from '../instance/platformSettings.ts';
import { addEvents, deleteCounts, hasCountsBefore, readCounts } from './counts.ts';

const prefix = '/ui/api/v1/ui/analytics';
/** Of a report, in bytes. */
const maxReport = 32 * 1024;
/** Reports of a user per minute. A browser tab sends up to two, and one when it is closed. */
const maxReports = 60;
const maxReportsOfAll = 3_000;

const period = Type.Integer({ minimum: 1, maximum: 400, default: 30 });

/** Usage analytics: counts of events in the console, stored only here. */
export async function analyticsRoutes(app: FastifyInstance): Promise<void> {
  defineExpiryJob(app);
  const api = ownApi(app, { tag: 'Usage analytics', access: administrators });
  eventCall(api);
  historyCalls(api);
  settingsCalls(api);
}

function eventCall(api: OwnApi): void {
  const limit = new ReportLimit(maxReports, maxReportsOfAll);
  api.post(
    `${prefix}/events`,
    {
      schema: {
        summary: 'Counts events in the console, if an administrator has turned usage analytics on.',
        description: 'Stores neither the user nor the address, session, or time of day.',
        body: AnalyticsReport,
        response: { 204: noContent },
      },
      bodyLimit: maxReport,
      config: {
        access: signedInUsers,
        errors: { 409: ['ANALYTICS_OFF'], 429: ['TOO_MANY_REPORTS'] },
      },
    },
    async (request) => {
      const wait = limit.admit(callerOf(request).userName);
      if (wait !== undefined) {
        const message = `Too many reports of events. Try again in ${wait} seconds.`;
        throw new HttpError(429, 'TOO_MANY_REPORTS', message, undefined, { 'retry-after': String(wait) });
      }
      if (!(await analyticsSettings()).enabled)
        throw new HttpError(409, 'ANALYTICS_OFF', 'Usage analytics are off. Nothing was stored.');
      await addEvents(request.body.events);
    },
  );
}

function historyCalls(api: OwnApi): void {
  api.get(
    `${prefix}/history`,
    {
      schema: {
        summary: 'Returns the number of events by day.',
        querystring: Type.Object({ days: period }),
        response: { 200: AnalyticsHistory },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const [{ enabled }, counts] = await Promise.all([analyticsSettings(), readCounts(request.query.days)]);
      return { enabled, counts };
    },
  );

  api.delete(
    `${prefix}/history`,
    {
      schema: {
        summary: 'Deletes all counts of events.',
        response: { 200: Type.Object({ deleted: Type.Integer() }) },
      },
    },
    async (request) => {
      const deleted = await deleteCounts();
      await record(request, 'settings-changed', `Usage analytics: ${deleted} counts deleted`);
      return { deleted };
    },
  );
}

function settingsCalls(api: OwnApi): void {
  api.get(
    `${prefix}/settings`,
    {
      schema: {
        summary: 'Returns the settings of usage analytics.',
        response: { 200: AnalyticsSettings },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return analyticsSettings();
    },
  );

  api.put(
    `${prefix}/settings`,
    {
      schema: {
        summary: 'Turns usage analytics on or off, and sets the retention period.',
        body: AnalyticsSettings,
        response: { 200: AnalyticsSettings },
      },
    },
    async (request) => {
      const before = await analyticsSettings();
      const after = request.body;
      await transaction(async () => {
        await writeSetting('analytics', after, callerOf(request).userName);
        await recordChange(request, 'settings-changed', 'Settings of usage analytics changed', {
          before,
          after,
        });
      });
      return after;
    },
  );
}

function defineExpiryJob({ platform }: FastifyInstance): void {
  const days = async () => (await analyticsSettings()).days;
  platform.jobs.define({
    name: 'expire-analytics',
    description: 'Deletes expired counts of usage analytics',
    deletes: true,
    cluster: 'one',
    every: 24 * 3600,
    sequential: true,
    pending: async () => hasCountsBefore(await days()),
    run: async () => deleteCounts(await days()),
  });
}
