import { definePlugin, message } from '@lading/contract';

const anyone = { role: 'anyone' } as const;

export default definePlugin({
  name: 'help',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/help/documentation/:guide?',
      name: 'help.documentation',
      title: message('help.documentation.title', 'Documentation'),
      requires: anyone,
      // Loads the page, because each file of a plugin has an entry in the boot document.
      pages: () => import('./documentation/DocumentationPage.tsx').then(({ guidePages }) => guidePages),
      screen: () =>
        import('./documentation/DocumentationPage.tsx').then(({ DocumentationPage }) => DocumentationPage),
    },
    {
      path: '/help/api',
      name: 'help.api',
      title: message('help.api.title', 'API reference'),
      requires: anyone,
      screen: () => import('./api/ApiPage.tsx').then(({ ApiPage }) => ApiPage),
    },
    {
      path: '/help/learning-center',
      name: 'help.learningCenter',
      title: message('help.learning.title', 'Learning Center'),
      requires: {
        role: 'anyone',
        features: ['COMMON.HELP_LINKS', 'COMMON.EDUCATION_CENTER'],
        withoutFeatures: ['COMMON.LIGHTWEIGHT_INSTANCE', 'COMMON.JCR'],
      },
      screen: () =>
        import('./learning/LearningCenterPage.tsx').then(({ LearningCenterPage }) => LearningCenterPage),
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
