import { definePlugin, message } from '@lading/contract';

export default definePlugin({
  name: 'profile',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/user_profile',
      name: 'profile',
      title: message('profile.title', 'Profile'),
      screen: () => import('./page/ProfileScreen.tsx').then(({ ProfileScreen }) => ProfileScreen),
    },
    {
      path: '/user/my-jfrog-redirect',
      name: 'profile.portal',
      title: message('profile.portal.title', 'Account portal'),
      screen: () => import('./portal/PortalPage.tsx').then(({ PortalPage }) => PortalPage),
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    pageParts: [
      {
        id: 'profile.me',
        label: message('profile.me.label', 'Current user'),
        order: 30,
        lifecycles: () => import('./me/part.tsx').then(({ me }) => me),
      },
    ],
    commands: [
      {
        id: 'profile.password',
        label: message('profile.command.password', 'Change password'),
        keywords: ['e-mail', 'profile'],
        run: async (shell) => {
          await shell.navigation.go('/user_profile');
        },
      },
      {
        id: 'profile.apiKey',
        label: message('profile.command.apiKey', 'API key'),
        keywords: ['key', 'credentials'],
        run: async (shell) => {
          await shell.navigation.go('/user_profile?tab=apiKey');
        },
      },
      {
        id: 'profile.secondFactor',
        label: message('profile.command.secondFactor', 'Multi-factor authentication'),
        keywords: ['MFA', 'two-factor', 'authenticator', 'recovery codes'],
        run: async (shell) => {
          await shell.navigation.go('/user_profile?tab=secondFactor');
        },
      },
      {
        id: 'profile.tokens',
        label: message('profile.command.tokens', 'Access tokens'),
        keywords: ['token', 'credentials', 'CI'],
        run: async (shell) => {
          await shell.navigation.go('/user_profile?tab=tokens');
        },
      },
      {
        id: 'profile.sessions',
        label: message('profile.command.sessions', 'Sessions'),
        keywords: ['session', 'devices'],
        run: async (shell) => {
          await shell.navigation.go('/user_profile?tab=sessions');
        },
      },
    ],
  },
});
