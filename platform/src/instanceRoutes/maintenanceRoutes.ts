import { Maintenance } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';

/** Adds the routes of `/ui/api/v1/system/maintenance`. */
export async function maintenanceRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });
  const { maintenance } = app;

  api.get(
    '',
    {
      schema: {
        summary: 'Returns whether the server is in maintenance mode.',
        response: { 200: Maintenance },
      },
    },
    () => maintenance.current(),
  );

  api.put(
    '',
    {
      schema: {
        summary: 'Turns maintenance mode on or off.',
        description:
          'In maintenance mode, requests that change something get 503. Sign-in, searches, and downloads work. Other nodes apply a change within 5 seconds.',
        body: Maintenance,
        response: { 200: Maintenance },
      },
    },
    async (request) => {
      const before = await maintenance.current();
      const { enabled, message } = request.body;
      const detail = enabled ? `Maintenance mode on. Message: ${message || 'none'}` : 'Maintenance mode off';
      await maintenance.change(request.body, callerOf(request).userName, () =>
        recordChange(request, 'settings-changed', detail, { before, after: request.body }),
      );
      return maintenance.current();
    },
  );
}
