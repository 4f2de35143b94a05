import {
  ConsoleRelease,
  NewPluginRelease,
  PluginPlan,
  PluginPlanRequest,
  PluginReleaseActivation,
  PluginReleaseDetails,
  PluginReleases as PluginReleasesAnswer,
  PluginRollback,
  PluginsOverview,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { administrators, everyone } from '../../access/accessRules.ts';
import { audit } from '../../access/audit/audit.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { originOf } from '../../access/origin.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import type { BuildVerifier } from '../attestations/BuildVerifier.ts';
import type { Console } from '../Console.ts';
import type { ActiveReleases } from './ActiveReleases.ts';
import { callerOfPage } from './callerOfPage.ts';
import { pluginsOverview, releaseOf } from './overview.ts';
import type { PluginReleases } from './PluginReleases.ts';
import { describeDifferences, differencesBetween, type ReleaseSet } from './ReleaseSet.ts';
import { activeRow, findRelease, listActivations, listReleases } from './releaseRows.ts';
import { openRelease } from './releaseSignature.ts';

export interface ReleaseRoutesOptions {
  active: ActiveReleases;
  /** Once the plugins of the console are published. */
  site: () => Promise<Console>;
  releases: PluginReleases;
  builds: BuildVerifier;
}

const numbered = Type.Object({ number: Type.Integer({ minimum: 1 }) });
const unknown = { 404: ['PLUGIN_RELEASE_NOT_FOUND'] };
const conflicts = ['PLUGIN_CONFLICT', 'PLUGIN_RELEASE_CHANGED', 'PLUGIN_RELEASE_INVALID'];

/** Plugins of the console and their release sets, under `/ui/api/v1/lading`. */
export async function releaseRoutes(app: FastifyInstance, options: ReleaseRoutesOptions): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: administrators });
  api.get(
    '/release',
    {
      schema: {
        summary: 'Returns the release set of plugins and the revision that a new page of the caller has.',
        response: { 200: ConsoleRelease },
      },
      // An open page sends this request automatically, which must not renew the session.
      config: { access: everyone, open: true },
    },
    async (request, reply) => {
      const { active } = options;
      await active.ready();
      reply.header('cache-control', 'no-store');
      const variant = active.canary ? active.variantFor(await callerOfPage(request)) : 'stable';
      const state = await (await options.site()).state(variant);
      const release = active.set(variant)?.number ?? 0;
      return { release, ...(state ? { revision: state.revision } : {}) };
    },
  );
  readRoutes(api, options);
  createRoutes(api, options);
  changeRoutes(api, options);
}

function readRoutes(api: OwnApi, options: ReleaseRoutesOptions): void {
  const { site, active, releases, builds } = options;
  api.get(
    '/plugins',
    {
      schema: { summary: 'Lists installed and available plugins.', response: { 200: PluginsOverview } },
    },
    async () => {
      await active.reread();
      return pluginsOverview(await site(), active, builds);
    },
  );

  api.get(
    '/plugins/releases',
    {
      schema: {
        summary: 'Lists release sets of plugins, and the history of activations.',
        response: { 200: PluginReleasesAnswer },
      },
    },
    async () => {
      const [row, rows, activations, rollBackTo] = await Promise.all([
        activeRow(),
        listReleases(),
        listActivations(),
        releases.rollBackTarget(),
      ]);
      return {
        releases: rows.map((one) => releaseOf(one, row)),
        activations,
        ...(rollBackTo === undefined ? {} : { rollBackTo }),
      };
    },
  );

  api.get(
    '/plugins/releases/:number',
    {
      schema: {
        summary: 'Returns a release set, and its differences from another one.',
        params: numbered,
        querystring: Type.Object({
          with: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'Default: the set that it was created from. 0: no release set.',
            }),
          ),
        }),
        response: { 200: PluginReleaseDetails },
      },
      config: { errors: unknown },
    },
    async (request) => details(request.params.number, request.query.with, api, options),
  );
}

async function details(
  number: number,
  wanted: number | undefined,
  { platform }: OwnApi,
  options: ReleaseRoutesOptions,
): Promise<PluginReleaseDetails> {
  const [row, active] = await Promise.all([findRelease(number), activeRow()]);
  if (!row) throw new HttpError(404, 'PLUGIN_RELEASE_NOT_FOUND', `Release set ${number} not found`);
  const opened = await openRelease(platform.seal, number, row);
  const entries = 'set' in opened ? opened.set.entries : [];
  const other = wanted ?? row.basedOn ?? 0;
  const before = other === 0 ? [] : (await options.releases.open(other)).entries;
  return {
    release: releaseOf(row, active),
    keyId: row.keyId,
    ...('problem' in opened ? { problem: opened.problem } : {}),
    entries: [...entries],
    ...(other === 0 ? {} : { comparedWith: other }),
    differences: 'set' in opened ? differencesBetween(before, entries, (await options.site()).shipped) : [],
  };
}

function createRoutes(api: OwnApi, options: ReleaseRoutesOptions): void {
  const { releases } = options;
  api.post(
    '/plugins/plan',
    {
      schema: {
        summary: 'Shows the effect and the conflicts of changes to plugins, and changes nothing.',
        body: PluginPlanRequest,
        response: { 200: PluginPlan },
      },
      config: { errors: { 409: ['PLUGIN_RELEASE_INVALID'] } },
    },
    (request) => releases.plan(request.body.changes, callerOf(request).userName),
  );

  api.post(
    '/plugins/releases',
    {
      schema: {
        summary: 'Creates a release set from the active one, and activates it if requested.',
        body: NewPluginRelease,
        response: { 201: PluginReleaseDetails },
      },
      config: { errors: { 400: ['BAD_PLUGIN_CANARY'], 409: conflicts } },
    },
    async (request) => {
      const { activate = false, canary } = request.body;
      const by = callerOf(request).userName;
      const set = await rejected(request, 'new', () => releases.create(request.body, by));
      const made = await details(set.number, undefined, api, options);
      const detail = `Release set ${set.number} created: ${describeDifferences(made.differences)}`;
      await record(request, 'plugin-release-created', detail);
      if (activate || canary) await recordActivation(request, set, canary);
      return made;
    },
  );
}

function changeRoutes(api: OwnApi, { releases }: ReleaseRoutesOptions): void {
  api.post(
    '/plugins/releases/:number/activate',
    {
      schema: {
        summary: 'Activates a release set, for everyone or first for some users.',
        params: numbered,
        body: PluginReleaseActivation,
        response: { 204: noContent },
      },
      config: { errors: { ...unknown, 400: ['BAD_PLUGIN_CANARY'], 409: conflicts } },
    },
    async (request) => {
      const { number } = request.params;
      const { canary } = request.body;
      const by = callerOf(request).userName;
      const set = await rejected(request, number, () => releases.activate(number, canary, by));
      await recordActivation(request, set, canary);
    },
  );

  api.post(
    '/plugins/rollback',
    {
      schema: {
        summary: 'Activates the release set that was active before, for everyone.',
        body: PluginRollback,
        response: { 204: noContent },
      },
      config: {
        errors: { 409: ['NO_PLUGIN_RELEASE', 'PLUGIN_RELEASE_CHANGED', 'PLUGIN_RELEASE_INVALID'] },
      },
    },
    async (request) => {
      const { from, to } = await releases.rollBack(request.body.from, callerOf(request).userName);
      const detail = `Rolled back from release set ${from} to ${to ?? 'the shipped plugins'}`;
      await record(request, 'plugin-release-activated', detail);
    },
  );

  for (const [path, promote, summary] of [
    ['promote', true, 'Activates the release set of the canary for everyone.'],
    ['stop', false, 'Ends the canary: everyone has the active release set again.'],
  ] as const) {
    api.post(
      `/plugins/canary/${path}`,
      {
        schema: { summary, response: { 204: noContent } },
        config: { errors: { 409: ['NO_PLUGIN_CANARY', ...(promote ? conflicts : [])] } },
      },
      async (request) => {
        const number = await releases.endCanary(promote, callerOf(request).userName);
        const detail = `Canary of release set ${number} ${promote ? 'promoted' : 'stopped'}`;
        await record(request, 'plugin-release-activated', detail);
      },
    );
  }
}

async function recordActivation(
  request: FastifyRequest,
  { number }: ReleaseSet,
  canary: PluginReleaseActivation['canary'],
): Promise<void> {
  const groups = canary?.groups.map((group) => `group ${group}`) ?? [];
  const whom = canary ? [...groups, `${canary.percent} % of users`].join(', ') : 'everyone';
  await record(request, 'plugin-release-activated', `Release set ${number} activated for ${whom}`);
}

/** Records why a set was not created or activated. */
async function rejected<T>(
  request: FastifyRequest,
  number: number | 'new',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) {
      const { userName: by } = callerOf(request);
      const detail = `Release set ${number}: ${error.message}`;
      await audit(originOf(request), {
        ...{ event: 'plugin-release-rejected', outcome: 'failure', user: by, by, detail },
      });
    }
    throw error;
  }
}
