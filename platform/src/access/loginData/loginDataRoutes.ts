import type {
  AccessLoginRelatedData,
  AutoRedirectState,
  LoginDialogSettings,
  LoginPageVisibility,
  LoginRelatedData,
  OAuthProvider,
  UserPlugins,
} from '@lading/contract/rest';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { authSettings } from '../configuration/authSettings.ts';
import { mailInForce } from '../mail/mailer.ts';
import { onlyWay, providerLinks, samlWay, silentWays } from './ways.ts';

const byRegistration = Type.Object({ registrationToken: Type.Optional(Type.String({ maxLength: 200 })) });

/** What the sign-in page asks before anybody is known, under `/ui/api/v1`. */
export async function loginDataRoutes(app: FastifyInstance): Promise<void> {
  const related = async (): Promise<LoginRelatedData> => ({
    forgotPassword: (await mailInForce()) !== undefined,
    canRememberMe: authSettings().sessions.rememberMe,
    ...(await samlWay()),
    silentWays: await silentWays(),
  });

  app.post('/ui/auth/loginRelatedData', related);

  app.get(
    '/access/auth/loginRelatedData',
    async (): Promise<AccessLoginRelatedData> => ({
      ...(await related()),
      isAutoRedirectLogin: (await onlyWay()) !== '',
    }),
  );

  app.get('/ui/auth/autoRedirect', async (): Promise<AutoRedirectState> => {
    const url = await onlyWay();
    return { isAutoRedirectLogin: url !== '', url };
  });

  app.get(
    '/ui/auth/loginDialogSettings',
    async (): Promise<LoginDialogSettings> => ({ config: authSettings().loginDialog }),
  );

  app.get(
    '/access/auth/loginPageVisibility',
    async (): Promise<LoginPageVisibility> => ({ loginIsExternal: authSettings().loginIsExternal }),
  );

  // The platform runs no code of users.
  app.get('/ui/auth/userPlugins', async (): Promise<UserPlugins> => ({ isUserPluginEnabled: false }));

  app.get<{ Querystring: Static<typeof byRegistration> }>(
    '/ui/oauth/providers',
    { schema: { querystring: byRegistration } },
    (request): Promise<OAuthProvider[]> => providerLinks(request.query.registrationToken),
  );
}
