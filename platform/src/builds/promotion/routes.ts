import type { BuildPromoted, BuildPromotionPlan } from '@lading/contract/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authoriseBuild, authoriseSomeBuild } from '../../access/builds.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { BuildRow } from '../builds.ts';
import { type Numbered, requireBuild } from '../requireBuild.ts';
import { planPromotion } from './plan.ts';
import { promote, requireWhole, said } from './promote.ts';
import { readPromotion } from './readPromotion.ts';

/** A status for a run, and its files where they belong by it: for who may publish the build. */
export async function promotionRoutes(app: FastifyInstance): Promise<void> {
  // Who may do it to none is told so before anything is read.
  app.addHook('onRequest', (request) => authoriseSomeBuild(callerOf(request), 'deploy'));

  // Clients name it in ways of their own: `application/vnd.org.jfrog.artifactory.build.PromotionRequest+json`.
  app.addContentTypeParser(
    /^application\/[\w.-]+\+json/,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  app.post<Numbered>(
    '/artifactory/api/build/promote/:name/:number',
    async (request): Promise<BuildPromoted> => {
      const build = await requirePromotable(request);
      const promotion = readPromotion(request.body);
      const caller = callerOf(request);
      const planning = await planPromotion(caller, build, promotion);
      if (promotion.failFast) requireWhole(planning);
      if (promotion.dryRun) return { messages: said(planning, promotion) };
      const { failed } = await promote(caller, build, planning, promotion, request.log);
      const more = failed.map(({ name, message }) => ({
        level: 'ERROR' as const,
        message: `${name}: ${message}`,
      }));
      return { messages: [...said(planning, promotion), ...more] };
    },
  );

  const ui = '/ui/api/v1/ui/builds/:name/:number/promotion';
  app.post<Numbered>(`${ui}/plan`, async (request): Promise<BuildPromotionPlan> => {
    const build = await requirePromotable(request);
    return (await planPromotion(callerOf(request), build, readPromotion(request.body))).plan;
  });

  app.post<Numbered>(ui, async (request): Promise<BuildPromoted> => {
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
      messages: failed.map(({ name, message }) => ({ level: 'ERROR', message: `${name}: ${message}` })),
    };
  });
}

async function requirePromotable(request: FastifyRequest<Numbered>): Promise<BuildRow> {
  await authoriseBuild(callerOf(request), 'deploy', request.params.name);
  return requireBuild(request);
}
