import { message } from '@lading/contract';
import { apiOf, type Guide, toFetch, wordsFor } from '../Guide.ts';

export const npmGuide: Guide = (target) => {
  const registry = apiOf(target, 'npm');
  const word = wordsFor(target);
  const key = `${registry.replace(/^https?:/, '')}:_authToken`;
  return [
    {
      why: message('packages.guide.npm.signIn', 'Sign in; npm opens this console to ask you'),
      command: `npm login --registry ${word(registry)}`,
    },
    ...toFetch(
      target,
      {
        why: message('packages.guide.npm.token', 'Or sign in with a token, where no browser is'),
        command: `npm config set ${word(`${key}=${target.token}`)}`,
      },
      {
        why: message('packages.guide.npm.always', 'Use it for everything, from now on'),
        command: `npm config set registry ${word(registry)}`,
      },
      {
        why: message('packages.guide.npm.install', 'Install a package from it'),
        command: `npm install left-pad --registry ${word(registry)}`,
      },
    ),
    ...(target.canDeploy
      ? [
          {
            why: message('packages.guide.npm.publish', 'Publish to it, in the folder of your package'),
            command: `npm publish --registry ${word(registry)}`,
          },
        ]
      : []),
  ];
};
