import { type AheadRequest, definePlugin, message, type Requirement } from '@lading/contract';
import { trashMenu, trashRoutes } from './trash/contributions.ts';

const artifacts = message('repositories.artifacts', 'Artifacts');
/**
 * Includes anonymous users where anonymous access is on: the platform returns only what they can
 * read.
 */
const visitors: Requirement = { role: 'anyone' };
/** Prefetches the top level of the tree. */
const ahead: AheadRequest[] = [
  { method: 'POST', path: '/ui/api/v1/ui/v2/treebrowser?compacted=true', body: { type: 'root' } },
];
const screen = () => import('./page/TreePage.tsx').then(({ TreePage }) => TreePage);

export default definePlugin({
  name: 'repositories',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/repos/tree/*',
      name: 'repositories.tree',
      title: artifacts,
      requires: visitors,
      ahead,
      screen,
    },
    {
      // Landing page of a lightweight instance: the tree without a selected node.
      path: '/lightweight',
      name: 'repositories.lightweight',
      title: artifacts,
      ahead,
      screen,
    },
    ...trashRoutes,
  ],
  menuItems: [
    {
      sidebar: 'application',
      path: '/repos/tree',
      label: artifacts,
      icon: 'folder',
      order: 20,
      requires: visitors,
    },
    ...trashMenu,
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
  },
});
