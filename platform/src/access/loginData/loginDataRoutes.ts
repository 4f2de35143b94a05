import {
  AccessLoginRelatedData,
  AutoRedirectState,
  LoginDialogSettings,
  LoginPageVisibility,
  LoginRelatedData,
  OAuthProvider,
  UserPlugins,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { ownApi } from '../../http/api/ownApi.ts';
import { everyone } from '../accessRules.ts';
import { authSettings } from '../configuration/authSettings.ts';
import { mailInForce } from '../mail/mailer.ts';
import { autoRedirectUrl, firstSamlLink, providerLinks, silentWays } from './signInMethods.ts';

const byRegistration = Type.Object({ registrationToken: Type.Optional(Type.String({ maxLength: 200 })) });

/** Adds the routes for the sign-in page, before sign-in, under `/ui/api/v1`. */
export async function loginDataRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Sign-in', access: everyone });
  const related = async (): Promise<LoginRelatedData> => ({
    forgotPassword: (await mailInForce()) !== undefined,
    canRememberMe: authSettings().sessions.rememberMe,
    ...(await firstSamlLink()),
    silentWays: await silentWays(),
  });

  api.post(
    '/ui/auth/loginRelatedData',
    { schema: { summary: 'Lists the sign-in methods.', response: { 200: LoginRelatedData } } },
    related,
  );

  api.get(
    '/access/auth/loginRelatedData',
    { schema: { summary: 'Lists the sign-in methods.', response: { 200: AccessLoginRelatedData } } },
    async () => ({ ...(await related()), isAutoRedirectLogin: (await autoRedirectUrl()) !== '' }),
  );

  api.get(
    '/ui/auth/autoRedirect',
    {
      schema: {
        summary: 'Returns whether the sign-in page redirects to a provider.',
        response: { 200: AutoRedirectState },
      },
    },
    async () => {
      const url = await autoRedirectUrl();
      return { isAutoRedirectLogin: url !== '', url };
    },
  );

  api.get(
    '/ui/auth/loginDialogSettings',
    {
      schema: {
        summary: 'Returns the message before the sign-in.',
        response: { 200: LoginDialogSettings },
      },
    },
    async () => ({ config: authSettings().loginDialog }),
  );

  api.get(
    '/access/auth/loginPageVisibility',
    {
      schema: { summary: 'Returns whether users sign in elsewhere.', response: { 200: LoginPageVisibility } },
    },
    async () => ({ loginIsExternal: authSettings().loginIsExternal }),
  );

  // The platform does not run user plugins.
  api.get(
    '/ui/auth/userPlugins',
    { schema: { summary: 'Returns whether user plugins are on.', response: { 200: UserPlugins } } },
    async () => ({ isUserPluginEnabled: false }),
  );

  api.get(
    '/ui/oauth/providers',
    {
      schema: {
        summary: 'Lists the identity providers that users can sign in with.',
        querystring: byRegistration,
        response: { 200: Type.Array(OAuthProvider) },
      },
    },
    async (request) => providerLinks(request.query.registrationToken),
  );
}
