import { PdnGroups, PdnTransfers } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { onePage } from '../lifecycleRoutes.ts';
import { edgeGroups, edgeTransfers } from './network.ts';

/** The tracker: state of the private distribution network, under `/tracker/api/v1/pdn`. */
export async function pdnRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Edges', access: administrators });

  api.get(
    '/groups',
    {
      schema: {
        summary: 'Lists the edges by group, with their state, version, and number of transfers.',
        response: { 200: PdnGroups },
      },
    },
    () => edgeGroups(),
  );

  api.get(
    '/transfers',
    {
      schema: {
        summary: 'Lists the transfers to edges, latest first.',
        querystring: Type.Object({
          ...onePage.properties,
          edge: Type.Optional(Type.String({ maxLength: 50, description: 'ID of an edge.' })),
        }),
        response: { 200: PdnTransfers },
      },
    },
    (request) => {
      const { edge = '', offset = 0, limit = 100 } = request.query;
      return edgeTransfers({ edge, offset, limit });
    },
  );
}
