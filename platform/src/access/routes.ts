import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accountRoutes.ts';
import { auditRoutes } from './audit/auditRoutes.ts';
import { bulkUserRoutes } from './bulk/bulkRoutes.ts';
import { cliLoginRoutes } from './cliLogin/cliLoginRoutes.ts';
import { authSettingsRoutes } from './configuration/authSettingsRoutes.ts';
import { consoleOfUserRoutes } from './consoleOfUser.ts';
import { crowdRoutes, crowdSettingsRoutes } from './crowd/crowdRoutes.ts';
import { ldapRoutes } from './directory/ldapRoutes.ts';
import { groupRoutes } from './groups/groupRoutes.ts';
import { invitationRoutes, inviteRoutes } from './invitation/invitationRoutes.ts';
import { loginDataRoutes } from './loginData/loginDataRoutes.ts';
import { mailRoutes } from './mail/mailRoutes.ts';
import { mfaRoutes } from './mfa/mfaRoutes.ts';
import { mfaAdminRoutes, ownMfaRoutes } from './mfa/ownMfaRoutes.ts';
import { oauthRoutes } from './oauth/oauthRoutes.ts';
import { providerRoutes } from './oauth/providerRoutes.ts';
import { permissionRoutes } from './permissions/permissionRoutes.ts';
import { apiKeyRoutes } from './profile/apiKeyRoutes.ts';
import { profileRoutes } from './profile/profileRoutes.ts';
import { sessionRoutes } from './profile/sessionRoutes.ts';
import { environmentRoutes } from './projects/environments.ts';
import { projectChoiceRoutes } from './projects/projectChoices.ts';
import { projectRoutes } from './projects/projectRoutes.ts';
import { proxySsoRoutes, proxySsoSettingsRoutes } from './proxySso/proxySsoRoutes.ts';
import { recoveryRoutes } from './recovery/recoveryRoutes.ts';
import { samlRoutes } from './saml/samlRoutes.ts';
import { samlSettingsRoutes } from './saml/samlSettingsRoutes.ts';
import { identityTokenRoutes } from './tokens/identityTokenRoutes.ts';
import { tokenRoutes } from './tokens/tokenRoutes.ts';
import { rejectFrames } from './untrustedCalls.ts';
import { userRoutes } from './userRoutes.ts';

/** Adds the routes for sign-in and permissions. */
export async function accessRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(credentialRoutes);
  await app.register(accountRoutes, { prefix: '/ui/api/v1' });
  await app.register(loginDataRoutes, { prefix: '/ui/api/v1' });
  await app.register(recoveryRoutes, { prefix: '/ui/api/v1/ui/auth' });
  await app.register(ownMfaRoutes, { prefix: '/ui/api/v1/access/mfa' });
  await app.register(mfaAdminRoutes, { prefix: '/access/api/v1/mfa' });
  await app.register(providerRoutes, { prefix: '/access/api/v1/oauth/providers' });
  await app.register(samlSettingsRoutes, { prefix: '/access/api/v1/saml' });
  await app.register(inviteRoutes, { prefix: '/access/api/v1/users/invite' });
  await app.register(invitationRoutes, { prefix: '/ui/api/v1/access/auth' });
  await app.register(identityTokenRoutes, { prefix: '/ui/api/v1/access/token' });
  await app.register(ldapRoutes, { prefix: '/access/api/v1/ldap' });
  await app.register(proxySsoSettingsRoutes, { prefix: '/access/api/v1/sso/http' });
  await app.register(crowdSettingsRoutes, { prefix: '/access/api/v1/sso/crowd' });
  await app.register(authSettingsRoutes, { prefix: '/access/api/v1/auth/settings' });
  await app.register(mailRoutes, { prefix: '/access/api/v1/mail' });
  await app.register(auditRoutes, { prefix: '/access/api/v1/audit' });
  await app.register(profileRoutes, { prefix: '/ui/api/v1/ui/userProfile' });
  await app.register(sessionRoutes, { prefix: '/ui/api/v1/access/sessions' });
  await app.register(consoleOfUserRoutes, { prefix: '/ui/api/v1/access/users' });
  await app.register(bulkUserRoutes, { prefix: '/access/api/v2/users' });
  await app.register(userRoutes, { prefix: '/access/api/v2/users' });
  await app.register(groupRoutes, { prefix: '/access/api/v2/groups' });
  await app.register(projectRoutes, { prefix: '/access/api/v1/projects' });
  await app.register(environmentRoutes, { prefix: '/access/api/v1/environments' });
  await app.register(projectChoiceRoutes, { prefix: '/ui/api/v1/access/projects' });
  await app.register(permissionRoutes, { prefix: '/access/api/v2/permissions' });
  await app.register(tokenRoutes, { prefix: '/access/api/v1/tokens' });
}

/** Routes that return credentials or change the session, some of them with `GET`. */
async function credentialRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', rejectFrames);
  await app.register(mfaRoutes, { prefix: '/ui/api/v1' });
  await app.register(cliLoginRoutes, { prefix: '/access/api/v2/authentication/jfrog_client_login' });
  await app.register(oauthRoutes, { prefix: '/ui/api/v1/ui/oauth' });
  await app.register(samlRoutes, { prefix: '/ui/api/v1/auth/saml' });
  await app.register(proxySsoRoutes, { prefix: '/ui/api/v1' });
  await app.register(crowdRoutes, { prefix: '/ui/api/v1' });
  await app.register(apiKeyRoutes, { prefix: '/ui/api/v1/ui/userApiKey' });
}
