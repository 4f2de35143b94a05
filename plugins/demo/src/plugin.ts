import { definePlugin, message } from '@lading/contract';

const demo = message('demo.title', 'Demo');
const template = message('demo.template.title', 'Template');
const tested = { features: ['COMMON.TESTED'] };

export default definePlugin({
  name: 'demo',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/demo',
      name: 'demo',
      title: demo,
      requires: tested,
      otherwise: 'not-found',
      screen: () => import('./demo/DemoPage.tsx').then(({ DemoPage }) => DemoPage),
    },
    {
      path: '/template',
      name: 'template',
      title: template,
      requires: tested,
      otherwise: 'stay',
      screen: () => import('./template/TemplatePage.tsx').then(({ TemplatePage }) => TemplatePage),
    },
  ],
  menuItems: [
    { sidebar: 'application', path: '/demo', label: demo, icon: 'plug', order: 900, requires: tested },
    {
      sidebar: 'application',
      path: '/template',
      label: template,
      icon: 'document',
      order: 910,
      requires: tested,
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    pageParts: [
      {
        id: 'demo.components',
        label: message('demo.components.label', 'Components in every state'),
        order: 30,
        requires: tested,
        lifecycles: () => import('./components/part.ts').then(({ componentsPart }) => componentsPart),
      },
      {
        id: 'demo.tree',
        label: message('demo.tree.label', 'A tree of all pages'),
        order: 10,
        requires: tested,
        lifecycles: () => import('./tree/part.ts').then(({ treePart }) => treePart),
      },
      {
        id: 'demo.greeting',
        label: message('demo.greeting.label', 'A greeting in plain TypeScript'),
        order: 20,
        requires: tested,
        lifecycles: () => import('./greeting/greeting.ts').then(({ greeting }) => greeting),
      },
    ],
  },
});
