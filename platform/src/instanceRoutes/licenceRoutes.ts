import { LicenseAnswer } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { currentLicence, installLicence, licenceTypes, removeLicence } from '../instance/licence.ts';

const licence = Type.Object(
  {
    type: Type.Union([...licenceTypes, 'N/A' as const].map((type) => Type.Literal(type))),
    validThrough: Type.Optional(Type.String({ maxLength: 40 })),
    licensedTo: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

/** The licence, under `/artifactory/api/system`, for administrators. */
export async function licenceRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });

  api.get('/license', { schema: { summary: 'Returns the license.', response: { 200: LicenseAnswer } } }, () =>
    currentLicence(app.settings),
  );

  api.post(
    '/licenses',
    {
      schema: { summary: 'Installs a license.', body: licence, response: { 200: LicenseAnswer } },
      config: { errors: { 400: ['BAD_LICENSE'] } },
    },
    async (request) => {
      const before = await currentLicence(app.settings);
      await installLicence(request.body, callerOf(request).userName);
      const after = await currentLicence(app.settings);
      await recordChange(request, 'license-changed', `License ${request.body.type} installed`, {
        before,
        after,
      });
      return after;
    },
  );

  api.delete(
    '/licenses',
    { schema: { summary: 'Deletes the installed license.', response: { 200: LicenseAnswer } } },
    async (request) => {
      const before = await currentLicence(app.settings);
      await removeLicence();
      const after = await currentLicence(app.settings);
      await recordChange(request, 'license-changed', 'License deleted', { before, after });
      return after;
    },
  );
}
