import { definePlugin, message } from '@lading/contract';
import { version } from '../package.json';

const title = message('__NAME__.title', '__TITLE__');

// The build reads this definition: plain data, and functions that load code with import().
export default definePlugin({
  name: '__NAME__',
  version,
  contract: '1.x',
  routes: [
    {
      path: '/__NAME__',
      name: '__NAME__.list',
      title,
      screen: () =>
        import('./list/RepositoryListPage.tsx').then(({ RepositoryListPage }) => RepositoryListPage),
    },
  ],
  menuItems: [{ sidebar: 'application', path: '/__NAME__', label: title, order: 500 }],
});
