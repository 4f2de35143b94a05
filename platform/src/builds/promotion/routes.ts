import { BuildPromotionPlan, BuildPromotionRequest, Messages } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { authorizeBuild, authorizeSomeBuild } from '../../access/builds.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import type { BuildRow } from '../builds.ts';
import { type Numbered, requireBuild } from '../requireBuild.ts';
import { planPromotion } from './plan.ts';
import { describePromotion, promote, requireWhole } from './promote.ts';
import { readPromotion } from './readPromotion.ts';

const params = Type.Object({ name: Type.String(), number: Type.String() });
const ofRun = {
  body: BuildPromotionRequest,
  query: Type.Object({ started: Type.Optional(Type.String()) }),
};
const notFound = ['NOT_FOUND'];

/**
 * Promotions: set the status of a run and copy or move its files. Requires permission to publish
 * the build.
 */
export async function promotionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Builds', access: byPermission });
  // Check for any publish permission before reading the body.
  app.addHook('onRequest', (request) => authorizeSomeBuild(callerOf(request), 'deploy'));

  // Clients use their own content types:
  // `application/vnd.org.jfrog.artifactory.build.PromotionRequest+json`.
  app.addContentTypeParser(
    /^application\/[\w.-]+\+json/,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  api.post(
    '/artifactory/api/build/promote/:name/:number',
    {
      schema: { summary: 'Promotes a run of a build.', params, response: { 200: Messages } },
      config: { ...ofRun, errors: { 404: notFound, 409: ['NOT_PROMOTABLE'] } },
    },
    async (request) => {
      const build = await requirePromotable(request);
      const promotion = readPromotion(request.body);
      const caller = callerOf(request);
      const planning = await planPromotion(caller, build, promotion);
      if (promotion.failFast) requireWhole(planning);
      if (promotion.dryRun) return { messages: describePromotion(planning, promotion) };
      const { failed } = await promote(caller, build, planning, promotion, request.log);
      const more = failed.map(({ name, message }) => ({
        level: 'ERROR' as const,
        message: `${name}: ${message}`,
      }));
      return { messages: [...describePromotion(planning, promotion), ...more] };
    },
  );

  consoleRoutes(api);
}

/** Routes for the preview and for its exact execution. */
function consoleRoutes(api: OwnApi): void {
  const ui = '/ui/api/v1/ui/builds/:name/:number/promotion';
  api.post(
    `${ui}/plan`,
    {
      schema: {
        summary: 'Returns the effect of a promotion.',
        params,
        response: { 200: BuildPromotionPlan },
      },
      config: { ...ofRun, errors: { 404: notFound } },
    },
    async (request) => {
      const build = await requirePromotable(request);
      return (await planPromotion(callerOf(request), build, readPromotion(request.body))).plan;
    },
  );

  const body = Type.Object({ ...BuildPromotionRequest.properties, digest: Type.String() });
  api.post(
    ui,
    {
      schema: { summary: 'Promotes a run exactly as planned.', params, response: { 200: Messages } },
      config: { ...ofRun, body, errors: { 404: notFound, 409: ['PLAN_CHANGED'] } },
    },
    async (request) => {
      const build = await requirePromotable(request);
      const promotion = { ...readPromotion(request.body), failFast: false, dryRun: false };
      const caller = callerOf(request);
      const planning = await planPromotion(caller, build, promotion);
      if (planning.plan.digest !== (request.body as { digest?: unknown }).digest) {
        throw new HttpError(
          409,
          'PLAN_CHANGED',
          'The content changed since the preview. Check the new preview first.',
        );
      }
      const { failed } = await promote(caller, build, planning, promotion, request.log);
      return {
        messages: failed.map(({ name, message }) => ({
          level: 'ERROR' as const,
          message: `${name}: ${message}`,
        })),
      };
    },
  );
}

async function requirePromotable(request: FastifyRequest): Promise<BuildRow> {
  const numbered = request as FastifyRequest<Numbered>;
  await authorizeBuild(callerOf(request), 'deploy', numbered.params.name);
  return requireBuild(numbered);
}
