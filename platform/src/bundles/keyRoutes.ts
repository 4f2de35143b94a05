import { SigningKey } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { signedInUsers } from '../access/accessRules.ts';
import { file, ownApi } from '../http/api/ownApi.ts';
import { publicKey, publicKeys } from './signing/keys.ts';

/** Public keys that verify release bundles, under `/artifactory/api/security/keypair`. */
export async function keyRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: signedInUsers });

  api.get(
    '/',
    { schema: { summary: 'Lists the public signing keys.', response: { 200: Type.Array(SigningKey) } } },
    () => publicKeys(),
  );

  api.get(
    '/:name',
    {
      schema: {
        summary: 'Returns a public signing key.',
        params: Type.Object({ name: Type.String() }),
        response: { 200: SigningKey },
      },
      config: { errors: { 404: ['SIGNING_KEY_NOT_FOUND'] } },
    },
    (request) => publicKey(request.params.name),
  );

  api.get(
    '/:name/key',
    {
      schema: {
        summary: 'Returns a public signing key alone: PEM, or an armored OpenPGP key.',
        params: Type.Object({ name: Type.String() }),
        response: { 200: file('text/plain', 'The public key.') },
      },
      config: { errors: { 404: ['SIGNING_KEY_NOT_FOUND'] } },
    },
    async (request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send((await publicKey(request.params.name)).publicKey),
  );
}
