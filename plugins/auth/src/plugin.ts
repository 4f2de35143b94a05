import { definePlugin } from '@lading/contract';
import { authRoutes } from './routes.ts';

export default definePlugin({
  name: 'auth',
  version: '0.1.0',
  contract: '1.x',
  routes: [...authRoutes],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    signInDialog: [
      {
        id: 'auth.signInDialog',
        dialog: () => import('./signIn/SignInDialog.tsx').then(({ SignInDialog }) => SignInDialog),
      },
    ],
  },
});
