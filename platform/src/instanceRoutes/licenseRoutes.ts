import { LicenseAnswer } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { recordChange } from '../access/audit/record.ts';
import { callerOf } from '../access/gateway.ts';
import { transaction } from '../database/db.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { currentLicense, installLicense, licenseTypes, removeLicense } from '../instance/license.ts';

const license = Type.Object(
  {
    type: Type.Union([...licenseTypes, 'N/A' as const].map((type) => Type.Literal(type))),
    validThrough: Type.Optional(Type.String({ maxLength: 40 })),
    licensedTo: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

/** Adds license routes under `/artifactory/api/system`, for administrators. */
export async function licenseRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: administrators });

  api.get('/license', { schema: { summary: 'Returns the license.', response: { 200: LicenseAnswer } } }, () =>
    currentLicense(app.settings),
  );

  api.post(
    '/licenses',
    {
      schema: { summary: 'Installs a license.', body: license, response: { 200: LicenseAnswer } },
      config: { errors: { 400: ['BAD_LICENSE'] } },
    },
    async (request) => {
      const before = await currentLicense(app.settings);
      const detail = `License ${request.body.type} installed`;
      return transaction(async () => {
        await installLicense(request.body, callerOf(request).userName);
        const after = await currentLicense(app.settings);
        await recordChange(request, 'license-changed', detail, { before, after });
        return after;
      });
    },
  );

  api.delete(
    '/licenses',
    { schema: { summary: 'Deletes the installed license.', response: { 200: LicenseAnswer } } },
    async (request) => {
      const before = await currentLicense(app.settings);
      return transaction(async () => {
        await removeLicense();
        const after = await currentLicense(app.settings);
        await recordChange(request, 'license-changed', 'License deleted', { before, after });
        return after;
      });
    },
  );
}
