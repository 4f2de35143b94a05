import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { IMMUTABLE } from '../static/answer.ts';
import { Sdk } from './Sdk.ts';

/** The path of the registry, as in `create-lading-plugin`. */
const SDK_PATH = '/ui/sdk/';

/**
 * A read-only npm registry with the packages for plugin authors. Public, like the code of the
 * console: it contains nothing of this instance. `root` is the checkout.
 */
export function sdkRoutes(app: FastifyInstance, root: URL): void {
  const sdk = new Sdk(new URL('build/sdk/', root));

  const notFound = async (name: string): Promise<HttpError> => {
    const names = await sdk.names();
    const cause = names.length
      ? `This registry contains only ${names.join(', ')}. Get other packages from your default registry.`
      : 'The packages for plugin authors are not built. Run npm run build in the checkout.';
    return new HttpError(404, 'NOT_FOUND', `Package ${name} not found. ${cause}`);
  };

  // npm requests `@lading%2fkit`, other clients `@lading/kit`: the wildcard matches both.
  app.get<{ Params: { '*': string } }>('/ui/sdk/*', async (request, reply) => {
    const path = request.params['*'];
    const file = /^-\/([\w.-]+\.tgz)$/.exec(path)?.[1];
    if (file !== undefined) {
      const content = await sdk.tarball(file);
      if (!content) throw await notFound(file);
      return reply.headers({ 'cache-control': IMMUTABLE }).type('application/octet-stream').send(content);
    }
    const packument = await sdk.packument(path, ownOrigin(request) + SDK_PATH);
    if (!packument) throw await notFound(path);
    return reply.headers({ 'cache-control': 'no-cache', vary: 'host' }).send(packument);
  });
}
