import { definePlugin, message } from '@lading/contract';

const artifacts = message('repositories.artifacts', 'Artifacts');

export default definePlugin({
  name: 'repositories',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/repos/tree/*',
      name: 'repositories.tree',
      title: artifacts,
      ahead: [
        { method: 'POST', path: '/ui/api/v1/ui/v2/treebrowser?compacted=true', body: { type: 'root' } },
      ],
      screen: () => import('./page/TreePage.tsx').then(({ TreePage }) => TreePage),
    },
  ],
  menuItems: [{ sidebar: 'application', path: '/repos/tree', label: artifacts, icon: 'folder', order: 20 }],
  extensions: {
    catalogues: [{ language: 'pl', texts: () => import('./catalogues/pl.ts').then(({ texts }) => texts) }],
  },
});
