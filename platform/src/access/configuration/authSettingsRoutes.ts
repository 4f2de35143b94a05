import type { AuthSettings, AuthSettingsPatch } from '@lading/contract/rest';
import { type TProperties, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { recordChange } from '../audit/record.ts';
import { authorise, callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { authSettings, changeAuthSettings, memory, merged } from './authSettings.ts';

const strict = { additionalProperties: false };
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const some = (properties: TProperties) => Type.Partial(Type.Object(properties), strict);
const names = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 100 });

const patch = some({
  anonymousAccess: Type.Boolean(),
  passwords: some({
    minLength: whole(12, 128),
    expiresAfterDays: whole(0, 3650),
    refuseBreached: Type.Boolean(),
  }),
  audit: some({ retentionDays: whole(30, 3650) }),
  tokens: some({ maxLifetimeDays: whole(0, 3650) }),
  lockout: some({ freeAttempts: whole(1, 20), longestWaitSeconds: whole(10, 3600) }),
  sessions: some({
    idleMinutes: whole(1, 10_080),
    longestHours: whole(1, 720),
    rememberMe: Type.Boolean(),
    rememberedIdleDays: whole(1, 90),
    rememberedLongestDays: whole(1, 365),
  }),
  mfa: Type.Union([Type.Literal('off'), Type.Literal('optional'), Type.Literal('required')]),
  registration: some({ enabled: Type.Boolean(), domains: names, groups: names }),
  loginDialog: Type.Union([
    Type.Null(),
    Type.Object(
      {
        title: Type.String({ minLength: 1, maxLength: 200 }),
        message: Type.String({ minLength: 1, maxLength: 10_000 }),
        permanent: Type.Boolean(),
      },
      strict,
    ),
  ]),
  loginIsExternal: Type.Boolean(),
  autoRedirect: Type.Boolean(),
  resetMinutes: whole(5, 1440),
  invitationHours: whole(1, 720),
});

/** Under `/access/api/v1/auth/settings`, for administrators. */
export async function authSettingsRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  app.get('/', async (): Promise<AuthSettings> => {
    await memory().read();
    return authSettings();
  });

  app.patch<{ Body: AuthSettingsPatch }>(
    '/',
    { schema: { body: patch } },
    async (request): Promise<AuthSettings> => {
      const wanted = merged(authSettings(), request.body);
      if (wanted.sessions.idleMinutes > wanted.sessions.longestHours * 60) {
        throw new HttpError(
          400,
          'BAD_SESSIONS',
          'Invalid idleMinutes. It must not be longer than longestHours.',
        );
      }
      const { userName } = callerOf(request);
      const before = authSettings();
      const changed = await changeAuthSettings(request.body, userName);
      app.settings.anonymousAccess = changed.anonymousAccess;
      const detail = `Sign-in settings: ${Object.keys(request.body).join(', ')}`;
      await recordChange(request, 'settings-changed', detail, { before, after: changed });
      return changed;
    },
  );
}
