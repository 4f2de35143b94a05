import type { LicenseAnswer } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { authorise, callerOf } from '../access/gateway.ts';
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
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));

  app.get('/license', (): Promise<LicenseAnswer> => currentLicence(app.settings));

  app.post<{ Body: Static<typeof licence> }>('/licenses', { schema: { body: licence } }, async (request) => {
    await installLicence(request.body, callerOf(request).userName);
    return currentLicence(app.settings);
  });

  app.delete('/licenses', async (): Promise<LicenseAnswer> => {
    await removeLicence();
    return currentLicence(app.settings);
  });
}
