import type { PluginAuthorKey, PluginTrustedBuild } from '@lading/contract/rest';
import { PluginPolicy } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { lockSetting, writeSetting } from '../../instance/platformSettings.ts';
import type { ActiveReleases } from './ActiveReleases.ts';
import { openPolicy, pluginPolicy } from './pluginPolicy.ts';
import { touchActive } from './releaseRows.ts';
import { withAdded } from './withAdded.ts';

/** Policy for plugins that can be turned on, under `/ui/api/v1/lading`. */
export async function policyRoutes(
  app: FastifyInstance,
  { active }: { active: ActiveReleases },
): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: administrators });
  api.get(
    '/plugins/policy',
    {
      schema: { summary: 'Returns which plugins can be turned on.', response: { 200: PluginPolicy } },
    },
    async (_request, reply) => {
      const policy = await pluginPolicy();
      sendTag(reply, policy);
      return policy;
    },
  );

  api.put(
    '/plugins/policy',
    {
      schema: {
        summary: 'Sets which plugins can be turned on.',
        description:
          'A release set with another plugin is rejected. The active set stays, and so do plugins that come with the console. Untrusted plugins are shown in frames from the next page load on. Optional fields that are absent stay as they are.',
        body: PluginPolicy,
        response: { 200: PluginPolicy },
      },
      config: { errors: { 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const policy = await transaction(async () => {
        const before = (await lockSetting('pluginPolicy')) ?? openPolicy;
        requireUnchanged(request, before, 'The list of allowed plugins');
        // Fields that were added later stay, because older clients do not know them.
        const { packages: _packages, publishers: _publishers, kinds: _kinds, ...later } = before;
        const after: PluginPolicy = { ...later, ...request.body };
        if (request.body.authorKeys)
          after.authorKeys = withAdded(request.body.authorKeys, before.authorKeys ?? [], isSameKey);
        if (request.body.builds)
          after.builds = withAdded(request.body.builds, before.builds ?? [], isSameBuild);
        await writeSetting('pluginPolicy', after, callerOf(request).userName);
        await recordChange(request, 'plugin-policy-changed', 'Allowed plugins changed', {
          before: recorded(before),
          after: recorded(after),
          namesAreData: true,
        });
        // All nodes mark the plugins of their pages again.
        await touchActive();
        return after;
      });
      await active.reread();
      sendTag(reply, policy);
      return policy;
    },
  );
}

/** Also with another name of the author, or other packages. */
function isSameKey({ publicKey }: PluginAuthorKey, other: PluginAuthorKey): boolean {
  return publicKey === other.publicKey;
}

/** Also for other packages. */
function isSameBuild(one: PluginTrustedBuild, other: PluginTrustedBuild): boolean {
  return (['issuer', 'repository', 'workflow', 'ref'] as const).every((field) => one[field] === other[field]);
}

/**
 * With a text for each key or build and package: of a long list of texts, every added and deleted
 * one is recorded, but only the first characters of a text.
 */
function recorded({ authorKeys, builds, ...policy }: PluginPolicy): object {
  const each = (packages: readonly string[]) => (packages.length > 0 ? packages : ['(all packages)']);
  const keys = authorKeys?.flatMap(({ name, publicKey, packages }) =>
    each(packages).map((one) => `${name}: ${publicKey} ${one}`),
  );
  const built = builds?.flatMap(({ issuer, repository, workflow = '(any)', ref = '(any)', packages }) =>
    each(packages).map((one) => `${one} ${repository} ${workflow} ${ref} ${issuer}`),
  );
  return { ...policy, ...(keys ? { authorKeys: keys } : {}), ...(built ? { builds: built } : {}) };
}
