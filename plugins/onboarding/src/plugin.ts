import { definePlugin, message } from '@lading/contract';

const title = message('onboarding.title', 'Getting Started');
const page = () => import('./quickSetup/QuickSetupPage.tsx').then(({ QuickSetupPage }) => QuickSetupPage);

export default definePlugin({
  name: 'onboarding',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/quick-setup',
      name: 'quickSetup',
      title: message('onboarding.quickSetup', 'Quick setup'),
      requires: { license: true },
      screen: page,
    },
    {
      path: '/set-me-up',
      name: 'setMeUp',
      title: message('onboarding.setMeUp.title', 'Set Me Up'),
      requires: { role: 'anyone', features: ['COMMON.NEW_SET_ME_UP'] },
      screen: () => import('./setMeUp/SetMeUpPage.tsx').then(({ SetMeUpPage }) => SetMeUpPage),
    },
    {
      path: '/admin/quick-setup',
      name: 'admin.quickSetup',
      title,
      requires: { role: 'admin' },
      screen: page,
    },
  ],
  extensions: {
    commands: [
      {
        id: 'onboarding.tour',
        label: message('onboarding.tour.name', 'Tour of the console'),
        requires: { license: true },
        run: async (shell) => {
          await shell.navigation.go('/quick-setup?tour=true');
        },
      },
    ],
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
