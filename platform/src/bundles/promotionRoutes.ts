import {
  BundleStatus,
  NewPromotion,
  Promoted,
  PromotionOrder,
  PromotionPlan,
  PromotionRecords,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byBundlePermission } from '../access/accessRules.ts';
import { authorizeBundle, authorizeSomeBundle } from '../access/bundles.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { type BundleVersion, requireVersion } from './content/bundleRows.ts';
import { refuseProject } from './gate.ts';
import { onePage, oneVersion } from './lifecycleRoutes.ts';
import { planPromotion, promoteBundle } from './promotion/promoteBundle.ts';
import { countPromotions, type PromotionRow, promotionsOf } from './promotion/promotionRows.ts';
import { BUNDLE_REPOSITORY } from './wire.ts';

const client = '/lifecycle/api/v2/promotion';
const screen = '/ui/api/v1/ui/releaseBundles/:name/:version/promotion';
const unknown = { 404: ['RELEASE_BUNDLE_NOT_FOUND', 'ENVIRONMENT_NOT_FOUND'] };
const errors = {
  ...unknown,
  400: ['BAD_PROMOTION', 'NO_PROJECTS'],
  409: ['NOT_PROMOTABLE', 'CONDITION_NOT_MET', 'RELEASE_BUNDLE_INVALID', 'ARTIFACT_CHANGED'],
};
const how = Type.Object({ async: Type.Optional(Type.Boolean()), operation: Type.Optional(Type.String()) });

/** Promotion API for clients, and previews for the console. */
export async function promotionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  app.addHook('preHandler', async (request) => refuseProject(request));
  promotion(api);
  previews(api);
  history(api, app.platform.node);
}

function promotion(api: OwnApi): void {
  api.post(
    `${client}/records/:name/:version`,
    {
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary:
          'Promotes a release bundle version: copies its artifacts to the repositories of an environment.',
        params: oneVersion,
        querystring: how,
        body: NewPromotion,
        response: { 201: Promoted, 202: Promoted },
      },
      config: { errors },
    },
    async (request, reply) => {
      const bundle = await requirePromotable(request, request.params);
      const { operation = 'copy', async: isAsync = true } = request.query;
      if (operation !== 'copy') {
        throw new HttpError(
          400,
          'BAD_PROMOTION',
          `Invalid operation "${operation.slice(0, 50)}". Expected copy: artifacts of a release bundle cannot be moved while the version exists`,
        );
      }
      const created = await promoteBundle(callerOf(request), api.seal, bundle, request.body);
      return reply.code(isAsync ? 202 : 201).send(promoted(bundle, request.body, created));
    },
  );
}

function previews(api: OwnApi): void {
  api.post(
    `${screen}/plan`,
    {
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary: 'Previews a promotion: lists what it would do with each artifact, and changes nothing.',
        params: oneVersion,
        body: NewPromotion,
        response: { 200: PromotionPlan },
      },
      config: { errors },
    },
    async (request) => {
      const bundle = await requirePromotable(request, request.params);
      return planPromotion(callerOf(request), api.seal, bundle, request.body);
    },
  );

  api.post(
    screen,
    {
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary: 'Promotes a release bundle version exactly as previewed.',
        params: oneVersion,
        body: PromotionOrder,
        response: { 201: Promoted },
      },
      config: { errors: { ...errors, 409: [...errors[409], 'PLAN_CHANGED'] } },
    },
    async (request) => {
      const bundle = await requirePromotable(request, request.params);
      const { digest, ...order } = request.body;
      const created = await promoteBundle(callerOf(request), api.seal, bundle, order, digest);
      return promoted(bundle, order, created);
    },
  );
}

function history(api: OwnApi, serviceId: string): void {
  const list = async (name: string, version: string | undefined, { offset = 0, limit = 100 }) => {
    const where = sql`b.name = ${name} AND ${version === undefined ? sql`true` : sql`b.version = ${version}`}`;
    const rows = await promotionsOf(where, sql`LIMIT ${limit} OFFSET ${offset}`);
    const promotions = rows.map((row) => recordOf(row, serviceId));
    return { promotions, total: await countPromotions(where), limit, offset };
  };

  api.get(
    `${client}/records/:name`,
    {
      schema: {
        summary: 'Lists the promotions of all versions of a release bundle, latest first.',
        params: Type.Object({ name: Type.String() }),
        querystring: onePage,
        response: { 200: PromotionRecords },
      },
    },
    async (request) => {
      const { name } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      return list(name, undefined, request.query);
    },
  );

  api.get(
    `${client}/records/:name/:version`,
    {
      schema: {
        summary: 'Lists the promotions of a release bundle version, latest first.',
        params: oneVersion,
        querystring: onePage,
        response: { 200: PromotionRecords },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      await requireVersion(name, version);
      return list(name, version, request.query);
    },
  );

  api.get(
    `${client}/statuses/:name/:version/:created`,
    {
      schema: {
        summary: 'Returns the status of a promotion.',
        params: Type.Object({ ...oneVersion.properties, created: Type.String() }),
        response: { 200: BundleStatus },
      },
      config: { errors: { 404: ['PROMOTION_NOT_FOUND'] } },
    },
    async (request) => {
      const { name, version, created } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const millis = /^\d{1,15}$/.test(created) ? Number(created) : 0;
      const at = new Date(millis).toISOString();
      const where = sql`b.name = ${name} AND b.version = ${version} AND p.created = ${at}`;
      const [found] = await promotionsOf(where);
      if (!found) {
        throw new HttpError(
          404,
          'PROMOTION_NOT_FOUND',
          `No promotion of ${name} ${version} at ${at}. GET ${client}/records/{name}/{version} lists them`,
        );
      }
      const { status, messages } = recordOf(found, serviceId);
      return { status, messages };
    },
  );
}

async function requirePromotable(
  request: FastifyRequest,
  { name, version }: { name: string; version: string },
): Promise<BundleVersion> {
  await authorizeBundle(callerOf(request), 'read', name);
  await authorizeBundle(callerOf(request), 'deploy', name);
  return requireVersion(name, version);
}

function promoted({ name, version }: BundleVersion, order: NewPromotion, created: Date): Promoted {
  const {
    environment,
    included_repository_keys: included = [],
    excluded_repository_keys: excluded = [],
  } = order;
  return {
    ...{
      repository_key: BUNDLE_REPOSITORY,
      release_bundle_name: name,
      release_bundle_version: version,
      environment,
    },
    ...{ included_repository_keys: included, excluded_repository_keys: excluded },
    ...{ created: created.toISOString(), created_millis: created.getTime() },
  };
}

function recordOf(row: PromotionRow, serviceId: string): PromotionRecords['promotions'][number] {
  const { name, version, environment, status, created, createdBy, message } = row;
  return {
    ...{
      status,
      repository_key: BUNDLE_REPOSITORY,
      release_bundle_name: name,
      release_bundle_version: version,
    },
    ...{ environment, service_id: serviceId, created_by: createdBy },
    ...{ created: created.toISOString(), created_millis: created.getTime() },
    messages: message === '' ? [] : [{ source: 'promotion', text: message }],
  };
}
