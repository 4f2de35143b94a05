import { definePlugin, type MenuItemContribution, message, type RouteContribution } from '@lading/contract';
import { AUDIT, MAIL, PROVIDERS, RULES } from './paths.ts';

const admin = { role: 'admin' } as const;
const group = message('security.group', 'Security');
const rules = message('security.rules.title', 'Sign-in rules');
const providers = message('security.providers.title', 'Identity providers');
const mail = message('security.mail.title', 'Email server');
const audit = message('security.audit.title', 'Audit log');

const oauth: RouteContribution['screen'] = () =>
  import('./providers/providerPages.ts').then(({ OAuthPage }) => OAuthPage);

const saml: RouteContribution['screen'] = () =>
  import('./providers/providerPages.ts').then(({ SamlPage }) => SamlPage);

const routes: readonly RouteContribution[] = [
  {
    path: RULES,
    name: 'admin.security.rules',
    title: rules,
    requires: admin,
    // Loads the page, because each file of a plugin has an entry in the boot document.
    pages: () => import('./rules/RulesPage.tsx').then(({ rulePages }) => rulePages),
    screen: () => import('./rules/RulesPage.tsx').then(({ RulesPage }) => RulesPage),
  },
  {
    path: PROVIDERS,
    name: 'admin.security.providers',
    title: providers,
    requires: admin,
    screen: () => import('./providers/ProvidersPage.tsx').then(({ ProvidersPage }) => ProvidersPage),
  },
  {
    path: `${PROVIDERS}/oauth`,
    name: 'admin.security.oauth.new',
    title: providers,
    requires: admin,
    screen: oauth,
  },
  {
    path: `${PROVIDERS}/oauth/:name`,
    name: 'admin.security.oauth.edit',
    title: providers,
    requires: admin,
    screen: oauth,
  },
  {
    path: `${PROVIDERS}/saml`,
    name: 'admin.security.saml.new',
    title: providers,
    requires: admin,
    screen: saml,
  },
  {
    path: `${PROVIDERS}/saml/:name`,
    name: 'admin.security.saml.edit',
    title: providers,
    requires: admin,
    screen: saml,
  },
  {
    path: `${PROVIDERS}/:kind`,
    name: 'admin.security.provider',
    title: providers,
    requires: admin,
    screen: () =>
      import('./providers/SingleProviderPage.tsx').then(({ SingleProviderPage }) => SingleProviderPage),
  },
  {
    path: MAIL,
    name: 'admin.security.mail',
    title: mail,
    requires: admin,
    screen: () => import('./mail/MailPage.tsx').then(({ MailPage }) => MailPage),
  },
  {
    path: AUDIT,
    name: 'admin.security.audit',
    title: audit,
    requires: admin,
    screen: () => import('./audit/AuditPage.tsx').then(({ AuditPage }) => AuditPage),
  },
];

const item = (path: string, label: MenuItemContribution['label'], icon: string, order: number) =>
  ({ sidebar: 'administration', path, label, icon, order, group, requires: admin }) as const;

export default definePlugin({
  name: 'security',
  version: '0.1.0',
  contract: '1.x',
  routes: [...routes],
  menuItems: [
    item(RULES, rules, 'lock', 24),
    item(PROVIDERS, providers, 'key', 25),
    item(MAIL, mail, 'document', 26),
    item(AUDIT, audit, 'history', 27),
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
