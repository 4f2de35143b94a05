import type { OnboardingData } from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, requireUser } from '../access/gateway.ts';
import { isSupported } from '../instance/features.ts';
import { currentLicence } from '../instance/licence.ts';
import { changeOnboarding, onboardingOf } from '../instance/onboarding.ts';

const change = Type.Object(
  {
    completed: Type.Optional(Type.Boolean()),
    quickActionVisible: Type.Optional(Type.Boolean()),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);

/** What the console asks a new user, under `/ui/api/v1/system/onboarding`: everyone his own. */
export async function onboardingRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request) => requireUser(callerOf(request)));

  const own = async (request: FastifyRequest): Promise<OnboardingData> => {
    const { userName, admin } = callerOf(request);
    const { type } = await currentLicence(app.settings);
    const asked = admin && isSupported('COMMON.NEW_ONBOARDING', app.settings.features, type);
    return onboardingOf(userName, asked);
  };

  app.get('/', own);

  app.put<{ Body: Static<typeof change> }>('/', { schema: { body: change } }, async (request) => {
    await changeOnboarding(callerOf(request).userName, request.body);
    return own(request);
  });
}
