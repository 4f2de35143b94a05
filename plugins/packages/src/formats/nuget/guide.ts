import { message } from '@lading/contract';
import { and } from '../../install/and.ts';
import {
  type Guide,
  install,
  installCommandOf,
  isPlainHttp,
  packageOf,
  publish,
  setUp,
  signsIn,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { guideMessages } from '../guideMessages.ts';
import { nuget, nugetIndex } from './format.ts';

const messages = {
  ...guideMessages,
  source: message('packages.guide.nuget.source', 'Add the repository as a package source'),
  push: message('packages.guide.nuget.publish', 'Publish a package that you have built'),
};
const example = { name: 'Newtonsoft.Json' };

export const nugetGuides: Readonly<Record<string, Guide>> = {
  nuget: (target) => {
    const word = wordsFor(target);
    const { repoKey, user, token } = target;
    const login = signsIn(target) ? ` -UserName ${word(user)} -Password ${word(token)}` : '';
    const key = signsIn(target) ? ` -ApiKey ${word(token)}` : '';
    const source = word(nugetIndex(repoKey, target.baseUrl));
    return stepsFor(
      target,
      setUp(
        messages.source,
        `nuget sources Add -Name ${word(repoKey)} -Source ${source}${login}${clear(target.system, ' -StorePasswordInClearText')}`,
      ),
      install(messages.install, installCommandOf(nuget, target, example)),
      publish(messages.push, `nuget push ${word('*.nupkg')} -Source ${word(repoKey)}${key}`),
    );
  },
  dotnet: (target) => {
    const word = wordsFor(target);
    const { repoKey, user, token } = target;
    const { name, version } = packageOf(target, example);
    const login = signsIn(target)
      ? ` --username ${word(user)} --password ${word(token)}${clear(target.system, ' --store-password-in-clear-text')}`
      : '';
    const plain = isPlainHttp(target) ? ' --allow-insecure-connections' : '';
    const key = signsIn(target) ? ` --api-key ${word(token)}` : '';
    return stepsFor(
      target,
      setUp(
        messages.source,
        `dotnet nuget add source ${word(nugetIndex(repoKey, target.baseUrl))} --name ${word(repoKey)}${login}${plain}`,
      ),
      install(
        messages.install,
        `${and(`dotnet add package ${word(name)}`, version, (v) => ` --version ${word(v)}`)} --source ${word(repoKey)}`,
      ),
      publish(messages.push, `dotnet nuget push ${word('*.nupkg')} --source ${word(repoKey)}${key}${plain}`),
    );
  },
};

/** Only Windows can encrypt a stored password. */
function clear(system: string, option: string): string {
  return system === 'windows' ? '' : option;
}
