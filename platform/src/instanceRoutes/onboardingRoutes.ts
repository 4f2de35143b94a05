import { OnboardingData } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedInUsers } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { isSupported } from '../instance/features.ts';
import { currentLicense } from '../instance/license.ts';
import { changeOnboarding, onboardingOf } from '../instance/onboarding.ts';

const change = Type.Object(
  {
    completed: Type.Optional(Type.Boolean()),
    quickActionVisible: Type.Optional(Type.Boolean()),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);

/** Adds routes for the caller's own onboarding data under `/ui/api/v1/system/onboarding`. */
export async function onboardingRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: signedInUsers });

  const own = async (request: FastifyRequest): Promise<OnboardingData> => {
    const { userName, admin } = callerOf(request);
    const { type } = await currentLicense(app.settings);
    const asked = admin && isSupported('COMMON.NEW_ONBOARDING', app.settings.features, type);
    return onboardingOf(userName, asked);
  };

  api.get(
    '/',
    { schema: { summary: "Returns the caller's onboarding data.", response: { 200: OnboardingData } } },
    own,
  );

  api.put(
    '/',
    {
      schema: {
        summary: "Changes the caller's onboarding data. Omitted fields do not change.",
        body: change,
        response: { 200: OnboardingData },
      },
    },
    async (request) => {
      await changeOnboarding(callerOf(request).userName, request.body);
      return own(request);
    },
  );
}
