import { definePlugin, message } from '@lading/contract';

const anyone = { role: 'anyone' } as const;
const signIn = message('auth.signIn.title', 'Sign in');
const signInPage = () => import('./signIn/SignInPage.tsx').then(({ SignInPage }) => SignInPage);

export default definePlugin({
  name: 'auth',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/login',
      name: 'login',
      title: signIn,
      requires: anyone,
      public: true,
      frameless: true,
      screen: signInPage,
    },
    {
      path: '/auth',
      name: 'auth',
      title: signIn,
      requires: anyone,
      public: true,
      frameless: true,
      screen: signInPage,
    },
    {
      path: '/login/change-password',
      name: 'login.changePassword',
      title: message('auth.changePassword.title', 'Change password'),
      requires: anyone,
      public: true,
      frameless: true,
      screen: () =>
        import('./changePassword/ChangePasswordPage.tsx').then(
          ({ ChangePasswordPage }) => ChangePasswordPage,
        ),
    },
    {
      path: '/npm-login',
      name: 'npmLogin',
      title: message('auth.npmLogin.title', 'Sign in npm'),
      frameless: true,
      screen: () => import('./npmLogin/NpmLoginPage.tsx').then(({ NpmLoginPage }) => NpmLoginPage),
    },
    {
      path: '/logout',
      name: 'logout',
      title: message('auth.signOut.title', 'Sign out'),
      requires: anyone,
      public: true,
      frameless: true,
      screen: () => import('./signOut/SignOutPage.tsx').then(({ SignOutPage }) => SignOutPage),
    },
  ],
  extensions: {
    signInDialog: [
      {
        id: 'auth.signInDialog',
        dialog: () => import('./signIn/SignInDialog.tsx').then(({ SignInDialog }) => SignInDialog),
      },
    ],
  },
});
