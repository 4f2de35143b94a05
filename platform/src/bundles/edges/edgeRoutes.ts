import {
  EdgePlace,
  NewEdge,
  NewPairingCode,
  PairedEdge,
  PairedServers,
  PairingCode,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record, recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { createPairingCode } from './pairing.ts';
import { addEdge, endEdge, endSource, pairedServers, placeEdge } from './servers.ts';

const byId = Type.Object({ id: Type.String() });
const unknown = { 404: ['SERVER_NOT_FOUND'] };

/** Pairing of servers, under `/distribution/api/v2/edges`, for administrators. */
export async function edgeRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Edges', access: administrators });
  pairings(api);
  ends(api);
}

function pairings(api: OwnApi): void {
  api.get(
    '/',
    {
      schema: {
        summary: 'Lists the servers that this one distributes release bundles to, and receives them from.',
        response: { 200: PairedServers },
      },
    },
    () => pairedServers(),
  );

  api.post(
    '/codes',
    {
      preParsing: (request) => administrators.check?.(request),
      schema: {
        summary: 'Creates a code with which another server is paired with this one as its edge, once.',
        body: NewPairingCode,
        response: { 201: PairingCode },
      },
    },
    async (request) => {
      const code = await createPairingCode(request.body.name, callerOf(request).userName);
      await record(request, 'edge-changed', 'Created a pairing code');
      return code;
    },
  );

  api.post(
    '/',
    {
      preParsing: (request) => administrators.check?.(request),
      schema: {
        summary: 'Pairs this server with an edge that has created a code.',
        body: NewEdge,
        response: { 201: PairedEdge },
      },
      config: {
        errors: {
          400: ['BAD_EDGE_URL'],
          403: ['EDGE_REFUSED'],
          409: ['EDGE_EXISTS'],
          502: ['EDGE_UNREACHABLE'],
        },
      },
    },
    async (request) => {
      const by = callerOf(request).userName;
      const edge = await addEdge(api.seal, request.body, { ownUrl: ownOrigin(request), by });
      await record(request, 'edge-changed', `Paired with edge ${edge.name} (${edge.url})`);
      return edge;
    },
  );
}

function ends(api: OwnApi): void {
  api.put(
    '/:id',
    {
      preParsing: (request) => administrators.check?.(request),
      schema: {
        summary: 'Sets the group, city, and country of an edge, which distribution rules select by.',
        params: byId,
        body: EdgePlace,
        response: { 200: PairedEdge },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { before, after } = await placeEdge(request.params.id, request.body);
      const placeOf = ({ group, city, country }: EdgePlace) => ({ group, city, country });
      const change = { before: placeOf(before), after: placeOf(after) };
      await recordChange(request, 'edge-changed', `Place of edge ${after.name} changed`, change);
      return after;
    },
  );

  api.delete(
    '/:id',
    {
      schema: {
        summary: 'Ends the pairing with an edge. Release bundles that it has received stay there.',
        params: byId,
        response: { 204: noContent },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const name = await endEdge(api.seal, request.params.id);
      await record(request, 'edge-changed', `Ended the pairing with edge ${name}`);
    },
  );

  api.delete(
    '/sources/:id',
    {
      schema: {
        summary: 'Ends the pairing with a source. Release bundles that were received from it stay.',
        params: byId,
        response: { 204: noContent },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const name = await endSource(request.params.id);
      await record(request, 'edge-changed', `Ended the pairing with source ${name}`);
    },
  );
}
