import { isDeepStrictEqual } from 'node:util';
import { AuthSettings, AuthSettingsPatch } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { authSettings, changeAuthSettings } from './authSettings.ts';

/** Adds the sign-in settings routes under `/access/api/v1/auth/settings`, for administrators. */
export async function authSettingsRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in settings', access: administrators });
  app.addHook('preHandler', freshForChanges);

  api.get(
    '/',
    { schema: { summary: 'Returns the sign-in settings.', response: { 200: AuthSettings } } },
    async () => {
      await app.platform.access.settings.read();
      return authSettings();
    },
  );

  api.patch(
    '/',
    {
      schema: {
        summary: 'Changes the sign-in settings. Omitted fields do not change.',
        body: AuthSettingsPatch,
        response: { 200: AuthSettings },
      },
      config: { errors: { 400: ['BAD_SESSIONS'] } },
    },
    async (request) => {
      const { userName } = callerOf(request);
      const detail = `Sign-in settings: ${Object.keys(request.body).join(', ')}`;
      const changed = await changeAuthSettings(request.body, userName, async (before, after) => {
        if (after.sessions.idleMinutes > after.sessions.longestHours * 60)
          throw new HttpError(
            400,
            'BAD_SESSIONS',
            'Invalid idleMinutes. It must not be longer than longestHours.',
          );
        if (!isDeepStrictEqual(before, after))
          await recordChange(request, 'settings-changed', detail, { before, after });
      });
      app.settings.anonymousAccess = changed.anonymousAccess;
      return changed;
    },
  );
}
