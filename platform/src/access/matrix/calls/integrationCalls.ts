import { type Call, none, ui, v1 } from './Call.ts';

const application = { name: 'not one', type: 'web', description: '', callback_url: 'x' };
const issuer = {
  ...{ name: 'none', provider_type: 'Generic', issuer_url: 'nowhere', audience: 'x', description: '' },
};
const git = {
  ...{ userName: 'x', integrationName: 'x', token: 'x', url: 'https://git.invalid' },
  ...{ vendorName: 1, integrationType: 1 },
};
const gitWatch = {
  ...{ repository_id: 'x', repository: 'x', branch: 'x', webhook: false, commit_status: false },
};
const oidc = `${v1}/oidc`;
const identityMapping = {
  ...{ name: 'a b', description: '', priority: 1, claims: { sub: 'x' } },
  token_spec: { username: 'nobody', scope: 'x', expires_in: 60 },
};
const webhook = {
  event_filter: { domain: 'user', event_types: ['locked'] },
  handlers: [{ handler_type: 'webhook', url: 'http://127.0.0.1:1/' }],
};

/** Integrated applications, Git servers, identity tokens, and webhooks. */
export const integrationCalls: Call[] = [
  ['user', 'GET', `${ui}/integrations/git`],
  ['anonymous', 'GET', '/.well-known/oauth-authorization-server'],
  ['anonymous', 'GET', '/.well-known/openid-configuration'],
  ['anonymous', 'GET', `${v1}/oauth2/keys`],
  ['user', 'GET', `${ui}/ui/setMeUp/token/${none}`],
  ['user', 'GET', `${v1}/oauth2/userinfo`],
  ['user', 'POST', `${v1}/oauth2/userinfo`],
  ['anonymous', 'POST', `${oidc}/token`, {}],
  ['anonymous', 'GET', '/_/oidc/audience'],
  ['admin', 'GET', `${ui}/app_integration`],
  ['admin', 'GET', `${ui}/app_integration/applications`],
  ['admin', 'POST', `${ui}/app_integration`, application],
  ['admin', 'DELETE', `${ui}/app_integration/none`],
  ['user', 'GET', `${ui}/app_integration/validate/none?auth_url=x`],
  ['user', 'GET', `${ui}/app_integration/client/none`],
  ['admin', 'GET', `${ui}/app_integration/user/admin`],
  ['admin', 'DELETE', `${ui}/app_integration/user/none/admin`],
  ['admin', 'POST', `${ui}/app_integration/authorize/none/admin`, { url: 'x' }],
  ['admin', 'GET', `${ui}/integration/getIntegrations`],
  ['admin', 'POST', `${ui}/integration`, git],
  ['admin', 'POST', `${ui}/integration/test`, git],
  ['admin', 'PUT', `${ui}/integration/none`, git],
  ['admin', 'DELETE', `${ui}/integration/none`],
  ['admin', 'GET', `${ui}/integration/none/repositories`],
  ['admin', 'GET', '/xray/ui/vcs_integrations'],
  ['admin', 'POST', `${ui}/integration/none/watches`, gitWatch],
  ['admin', 'GET', oidc],
  ['admin', 'POST', oidc, { ...issuer, name: 'a b' }],
  ['admin', 'GET', `${oidc}/none`],
  ['admin', 'PUT', `${oidc}/none`, issuer],
  ['admin', 'DELETE', `${oidc}/none`],
  ['admin', 'POST', `${oidc}/none/test`, { input: '{}' }],
  ['admin', 'GET', `${oidc}/none/identity_mappings`],
  ['admin', 'POST', `${oidc}/none/identity_mappings`, identityMapping],
  ['admin', 'GET', `${oidc}/none/identity_mappings/none`],
  ['admin', 'PUT', `${oidc}/none/identity_mappings/none`, identityMapping],
  ['admin', 'DELETE', `${oidc}/none/identity_mappings/none`],
  ['admin', 'GET', '/event/api/v1/domains'],
  ['admin', 'GET', '/event/api/v1/subscriptions'],
  ['admin', 'POST', '/event/api/v1/subscriptions', { ...webhook, key: 'x' }],
  ['admin', 'POST', '/event/api/v1/subscriptions/test', { ...webhook, key: 'x' }],
  ['admin', 'POST', '/event/api/v1/subscriptions/preview', { ...webhook, key: 'x' }],
  ['admin', 'GET', '/event/api/v1/subscriptions/none'],
  ['admin', 'GET', '/event/api/v1/subscriptions/none/deliveries'],
  ['admin', 'GET', '/event/api/v1/subscriptions/none/deliveries/1'],
  ['admin', 'POST', '/event/api/v1/subscriptions/none/deliveries/1/redeliver'],
  ['admin', 'POST', '/event/api/v1/subscriptions/none/resume'],
  ['admin', 'PUT', '/event/api/v1/subscriptions/none', webhook],
  ['admin', 'DELETE', '/event/api/v1/subscriptions/none'],
];
