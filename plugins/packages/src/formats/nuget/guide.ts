import { message } from '@lading/contract';
import { apiOf, type Guide, toFetch, wordsFor } from '../Guide.ts';

export const nugetGuide: Guide = (target) => {
  const word = wordsFor(target);
  const source = `${apiOf(target, 'nuget/v3')}index.json`;
  const { repoKey, user, token, system } = target;
  const login = `--username ${word(user)} --password ${word(token)}`;
  // Only Windows can keep a password sealed.
  const clear = system === 'windows' ? '' : ' --store-password-in-clear-text';
  return [
    {
      why: message('packages.guide.nuget.source', 'Make it a source of packages'),
      command: `dotnet nuget add source ${word(source)} --name ${word(repoKey)} ${login}${clear}`,
    },
    ...toFetch(target, {
      why: message('packages.guide.nuget.install', 'Use a package from it, in the folder of your project'),
      command: `dotnet add package Newtonsoft.Json --source ${word(repoKey)}`,
    }),
    ...(target.canDeploy
      ? [
          {
            why: message('packages.guide.nuget.publish', 'Publish what you have packed'),
            command: `dotnet nuget push ${word('*.nupkg')} --source ${word(repoKey)} --api-key ${word(token)}`,
          },
        ]
      : []),
  ];
};
