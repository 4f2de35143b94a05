import {
  AllPromotionConditions,
  ConditionState,
  ConditionStates,
  NewPromotionConditions,
  NewPromotionDecision,
  PromotionConditions,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, byBundlePermission } from '../../access/accessRules.ts';
import { record, recordChange } from '../../access/audit/record.ts';
import { authorizeBundle, authorizeSomeBundle } from '../../access/bundles.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { artifactsOf, requireVersion } from '../content/bundleRows.ts';
import { refuseProject } from '../gate.ts';
import { oneVersion } from '../lifecycleRoutes.ts';
import { conditionStateOf, isSet } from './checkConditions.ts';
import { findConditions, listConditions, saveConditions, unknownGroups } from './conditionRows.ts';
import { decide } from './decisions.ts';

const conditions = '/ui/api/v1/ui/promotionConditions';
const version = '/ui/api/v1/ui/releaseBundles/:name/:version';
const unknown = { 404: ['RELEASE_BUNDLE_NOT_FOUND', 'ENVIRONMENT_NOT_FOUND'] };

/** Conditions of environments for administrators, and decisions of approvers. */
export async function conditionRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => refuseProject(request));
  // Registered, so that each has its own access rule.
  await app.register(settingsRoutes);
  await app.register(stateRoutes);
}

async function settingsRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: administrators });
  api.get(
    conditions,
    {
      schema: {
        summary: 'Lists the conditions of promotions to each environment.',
        response: { 200: AllPromotionConditions },
      },
    },
    async () => ({ environments: await listConditions() }),
  );

  api.put(
    `${conditions}/:environment`,
    {
      preParsing: (request) => administrators.check?.(request),
      schema: {
        summary: 'Sets the conditions of promotions to an environment.',
        params: Type.Object({ environment: Type.String() }),
        body: NewPromotionConditions,
        response: { 200: PromotionConditions },
      },
      config: { errors: { 400: ['GROUP_NOT_FOUND'], 404: ['ENVIRONMENT_NOT_FOUND'] } },
    },
    async (request) => {
      const { environment } = request.params;
      const before = await requireEnvironment(environment);
      const missing = await unknownGroups(request.body.approvers);
      if (missing.length > 0) {
        throw new HttpError(
          400,
          'GROUP_NOT_FOUND',
          `Groups not found: ${missing.join(', ')}. Create them first, under Administration, Groups`,
        );
      }
      await saveConditions(environment, request.body);
      const after = { environment, attestations: [], ...request.body };
      const detail = `Promotion conditions of ${environment} changed`;
      await recordChange(request, 'settings-changed', detail, { before, after });
      return after;
    },
  );
}

async function stateRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  api.get(
    `${version}/conditions`,
    {
      schema: {
        summary: 'Shows which promotion conditions a release bundle version meets.',
        params: oneVersion,
        response: { 200: ConditionStates },
      },
      config: { errors: { 404: ['RELEASE_BUNDLE_NOT_FOUND'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const bundle = await readable(caller, request.params);
      const set = (await listConditions()).filter(isSet);
      if (set.length === 0) return { environments: [] };
      const artifacts = await artifactsOf(bundle.id);
      const environments: ConditionState[] = [];
      for (const each of set) environments.push(await conditionStateOf(caller, bundle, artifacts, each));
      return { environments };
    },
  );

  api.post(
    `${version}/decisions`,
    {
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'read'),
      schema: {
        summary: 'Approves or rejects the promotion of a release bundle version to an environment.',
        params: oneVersion,
        body: NewPromotionDecision,
        response: { 200: ConditionState },
      },
      config: { errors: { ...unknown, 409: ['NO_APPROVAL_REQUIRED'] } },
    },
    async (request) => {
      const caller = callerOf(request);
      const bundle = await readable(caller, request.params);
      const { environment, decision, comment = '' } = request.body;
      const set = await requireEnvironment(environment);
      await decide(caller, bundle, set, request.body);
      const what = `Promotion of release bundle ${bundle.name} ${bundle.version} to ${environment}`;
      await record(request, 'promotion-decided', `${what} ${decision}${comment && `: ${comment}`}`);
      return conditionStateOf(caller, bundle, await artifactsOf(bundle.id), set);
    },
  );
}

async function readable(
  caller: ReturnType<typeof callerOf>,
  { name, version: asked }: { name: string; version: string },
) {
  await authorizeBundle(caller, 'read', name);
  return requireVersion(name, asked);
}

async function requireEnvironment(name: string): Promise<PromotionConditions> {
  const found = await findConditions(name);
  if (found) return found;
  const known = (await listConditions()).map(({ environment }) => environment).join(', ');
  throw new HttpError(
    404,
    'ENVIRONMENT_NOT_FOUND',
    `Environment "${name.slice(0, 100)}" not found. Expected one of: ${known}`,
  );
}
