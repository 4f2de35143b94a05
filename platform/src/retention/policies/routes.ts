import {
  CleanupItems,
  CleanupPolicy,
  CleanupRun,
  CleanupSettings,
  NewCleanupRun,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { readItems } from '../runs/itemTable.ts';
import { cleanupJob, defineCleanupJob } from '../runs/job.ts';
import { addRunIfIdle, findRun, hasOpenRun, lastRuns, listRuns, lockRuns } from '../runs/runTable.ts';
import { checkPolicy } from './checkPolicy.ts';
import {
  createPolicy,
  deletePolicy,
  findPolicy,
  listPolicies,
  lockPolicy,
  type Policy,
  savePolicy,
} from './policyTable.ts';

const prefix = '/ui/api/v1/ui/cleanup';
const key = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$' });
const byKey = Type.Object({ key });
const byId = Type.Object({ id: Type.String({ pattern: '^\\d{1,18}$' }) });
const unknownPolicy = { 404: ['POLICY_NOT_FOUND'] };

/** Cleanup policies, their runs, and the reports of runs. */
export async function policyRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Storage', access: administrators });
  defineCleanupJob(app.platform);
  policyCalls(api);
  runCalls(api);
}

function policyCalls(api: OwnApi): void {
  api.get(
    `${prefix}/policies`,
    { schema: { summary: 'Lists cleanup policies.', response: { 200: Type.Array(CleanupPolicy) } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const runs = await lastRuns();
      return (await listPolicies()).map((policy) => shown(policy, runs.get(policy.key)));
    },
  );

  api.get(
    `${prefix}/policies/:key`,
    {
      schema: { summary: 'Returns a cleanup policy.', params: byKey, response: { 200: CleanupPolicy } },
      config: { errors: unknownPolicy },
    },
    async (request, reply) => {
      const policy = await requirePolicy(request.params.key);
      sendTag(reply, policy.settings);
      return shown(policy, (await lastRuns()).get(policy.key));
    },
  );

  api.put(
    `${prefix}/policies/:key`,
    {
      schema: {
        summary:
          'Creates a cleanup policy, or replaces its settings. With `If-None-Match: *`, it only creates one.',
        params: byKey,
        headers: Type.Object({ 'if-none-match': Type.Optional(Type.Literal('*')) }),
        body: CleanupSettings,
        response: { 200: CleanupPolicy },
      },
      config: {
        errors: { 400: ['BAD_POLICY', 'BAD_PATTERN'], 409: ['POLICY_EXISTS'], 412: ['CHANGED_SINCE'] },
      },
    },
    async (request) => {
      const { key: name } = request.params;
      await checkPolicy(request.body);
      await transaction(async () => {
        const before = (await lockPolicy(name))?.settings;
        const isNew = requireAsExpected(request, name, before);
        if (isNew && !(await createPolicy(name, request.body))) throw exists(name);
        const created = isNew || (await savePolicy(name, request.body));
        const detail = `Cleanup policy ${name} ${created ? 'created' : 'changed'}`;
        await recordChange(request, 'settings-changed', detail, { before, after: request.body });
      });
      return shown(await requirePolicy(name), undefined);
    },
  );

  api.delete(
    `${prefix}/policies/:key`,
    {
      schema: {
        summary: 'Deletes a cleanup policy. Reports are kept.',
        params: byKey,
        response: { 204: noContent },
      },
      config: { errors: { ...unknownPolicy, 409: ['POLICY_RUNNING'] } },
    },
    async (request) => {
      const { key: name } = request.params;
      await transaction(async () => {
        await lockRuns(name);
        if (await hasOpenRun(name)) throw running(name);
        const before = (await findPolicy(name))?.settings;
        if (!(await deletePolicy(name))) throw notFound(name);
        await recordChange(request, 'settings-changed', `Cleanup policy ${name} deleted`, { before });
      });
    },
  );
}

function runCalls(api: OwnApi): void {
  api.get(
    `${prefix}/policies/:key/runs`,
    {
      schema: {
        summary: 'Lists the last 50 runs of a cleanup policy, newest first.',
        params: byKey,
        response: { 200: Type.Array(CleanupRun) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return listRuns(request.params.key);
    },
  );

  api.post(
    `${prefix}/policies/:key/runs`,
    {
      schema: {
        summary: 'Runs a cleanup policy in the background, or lists what it would delete.',
        params: byKey,
        body: NewCleanupRun,
        response: { 202: CleanupRun },
      },
      config: { errors: { ...unknownPolicy, 409: ['POLICY_RUNNING'] } },
    },
    async (request, reply) => {
      const { key: name, settings } = await requirePolicy(request.params.key);
      const { dry } = request.body;
      const id = await addRunIfIdle(name, settings, { dry, by: callerOf(request).userName });
      if (id === undefined) throw running(name);
      const run = await requireRun(id);
      await api.jobs.runNow(cleanupJob);
      return reply.code(202).send(run);
    },
  );

  api.get(
    `${prefix}/runs/:id`,
    {
      schema: { summary: 'Returns a run of a cleanup policy.', params: byId, response: { 200: CleanupRun } },
      config: { errors: { 404: ['RUN_NOT_FOUND'] } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return requireRun(request.params.id);
    },
  );

  api.get(
    `${prefix}/runs/:id/items`,
    {
      schema: {
        summary: 'Lists what a run deletes, deleted, or kept.',
        params: byId,
        querystring: Type.Object({
          state: Type.Optional(Type.String({ pattern: '^(selected|deleted|kept|failed)$' })),
          offset: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
          limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
        }),
        response: { 200: CleanupItems },
      },
      config: { errors: { 404: ['RUN_NOT_FOUND'] } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id } = await requireRun(request.params.id);
      const { state, offset = '0', limit = '100' } = request.query;
      const page = { offset: Number(offset), limit: Number(limit) };
      return readItems(id, { ...page, ...(state === undefined ? {} : { state }) });
    },
  );
}

async function requirePolicy(name: string): Promise<Policy> {
  const policy = await findPolicy(name);
  if (!policy) throw notFound(name);
  return policy;
}

async function requireRun(id: string): Promise<CleanupRun> {
  const run = await findRun(id);
  if (!run)
    throw new HttpError(404, 'RUN_NOT_FOUND', `Cleanup run ${id} not found. Reports are kept for 50 runs`);
  return run;
}

function notFound(name: string): HttpError {
  return new HttpError(404, 'POLICY_NOT_FOUND', `Cleanup policy "${name}" not found`);
}

/**
 * Returns whether the policy must not exist yet. Throws `HttpError` 409 if it does, and 412 if it
 * is not the one that was loaded.
 */
function requireAsExpected(
  request: FastifyRequest,
  name: string,
  before: CleanupSettings | undefined,
): boolean {
  const isNew = request.headers['if-none-match'] === '*';
  if (isNew && before) throw exists(name);
  requireUnchanged(request, before, `Cleanup policy ${name}`);
  return isNew;
}

function exists(name: string): HttpError {
  return new HttpError(
    409,
    'POLICY_EXISTS',
    `Cleanup policy ${name} already exists. Use another key, or change that policy`,
  );
}

function running(name: string): HttpError {
  return new HttpError(
    409,
    'POLICY_RUNNING',
    `Cleanup policy ${name} is running. Wait until the run has ended`,
  );
}

function shown({ key: name, settings, nextRun }: Policy, lastRun: CleanupRun | undefined): CleanupPolicy {
  return { key: name, ...settings, nextRun: nextRun?.toISOString() ?? null, lastRun: lastRun ?? null };
}
