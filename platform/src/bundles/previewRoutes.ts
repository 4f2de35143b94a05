import { BundlePreview, BundlePreviewRequest } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { byBundlePermission } from '../access/accessRules.ts';
import { authorizeSomeBundle } from '../access/bundles.ts';
import { callerOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { previewBundle } from './content/previewBundle.ts';
import { readSources } from './content/readSources.ts';
import { refuseProject } from './gate.ts';

/** Maximum bytes: 20,000 artifacts with long paths. */
const largest = 16 * 1024 * 1024;

/** The content of a new version before its creation, under `/ui/api/v1/ui/releaseBundles`. */
export async function previewRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  app.addHook('preHandler', async (request) => refuseProject(request));
  api.post(
    '/preview',
    {
      bodyLimit: largest,
      preParsing: (request) => authorizeSomeBundle(callerOf(request), 'deploy'),
      schema: {
        summary: 'Returns the files that a release bundle version from these sources would contain.',
        body: BundlePreviewRequest,
        response: { 200: BundlePreview },
      },
      config: {
        errors: {
          400: ['BAD_RELEASE_BUNDLE', 'TOO_MANY'],
          404: ['ARTIFACT_NOT_FOUND', 'RELEASE_BUNDLE_NOT_FOUND'],
          409: ['ARTIFACT_CHANGED', 'RELEASE_BUNDLE_INVALID'],
        },
      },
    },
    (request) => previewBundle(callerOf(request), app.seal, readSources(request.body)),
  );
}
