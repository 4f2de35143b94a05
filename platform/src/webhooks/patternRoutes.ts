import { NamePatterns } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { listBuildNames } from '../builds/builds.ts';
import { bundleNames } from '../bundles/listing/pages.ts';
import { checkGlobs } from '../globs/Glob.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { Selection } from './patterns.ts';

const names = Type.Array(Type.String());

/** Lists the names that the patterns of a form currently match. */
export async function patternRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Webhooks', access: administrators });

  api.post(
    '/buildPatterns',
    {
      schema: {
        summary: 'Lists the names of builds that patterns match.',
        body: NamePatterns,
        response: { 200: names },
      },
      config: { errors: { 400: ['BAD_PATTERN'] } },
    },
    async (request) => {
      const { body } = request;
      check(body);
      const selection = new Selection(body);
      return (await listBuildNames()).map(({ name }) => name).filter((name) => selection.hasName(name));
    },
  );

  api.post(
    '/releaseBundles',
    {
      schema: {
        summary: 'Lists the names of release bundles that patterns match.',
        body: NamePatterns,
        response: { 200: names },
      },
      config: { errors: { 400: ['BAD_PATTERN'] } },
    },
    async (request) => {
      const { body } = request;
      check(body);
      const { release_bundles: bundles } = await bundleNames(callerOf(request));
      const selection = new Selection(body);
      return bundles.map(({ release_bundle_name: name }) => name).filter((name) => selection.hasName(name));
    },
  );
}

function check({ includePatterns, excludePatterns }: NamePatterns): void {
  checkGlobs('The filter', [...includePatterns, ...excludePatterns]);
}
