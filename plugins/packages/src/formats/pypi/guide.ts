import type { ClientTarget } from '@lading/contract';
import { withCredentials } from '../../install/addresses.ts';
import { and } from '../../install/and.ts';
import {
  apiOf,
  type Guide,
  install,
  installCommandOf,
  isPlainHttpElsewhere,
  packageOf,
  publish,
  servesAll,
  setUp,
  signsIn,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { guideMessages as messages } from '../guideMessages.ts';
import { pypi, pypiIndex } from './format.ts';

const example = { name: 'requests' };

export const pypiGuides: Readonly<Record<string, Guide>> = {
  pip: (target) => {
    const word = wordsFor(target);
    const { user, token, system, baseUrl, repoKey } = target;
    const set = `${system === 'windows' ? 'py' : 'python3'} -m pip config set`;
    const index = withCredentials(pypiIndex(repoKey, baseUrl), target);
    const login = signsIn(target) ? ` -u ${word(user)} -p ${word(token)}` : '';
    return stepsFor(
      target,
      servesAll(target) && setUp(messages.always, `${set} global.index-url ${word(index)}`),
      servesAll(target) &&
        isPlainHttpElsewhere(target) &&
        setUp(messages.plainHttp, `${set} global.trusted-host ${word(new URL(baseUrl).host)}`),
      install(messages.install, installCommandOf(pypi, target, example)),
      publish(
        messages.publish,
        `twine upload --repository-url ${word(apiOf(target, 'pypi'))}${login} ${system === 'windows' ? 'dist\\*' : 'dist/*'}`,
      ),
    );
  },
  poetry: (target) => {
    const word = wordsFor(target);
    const name = sourceName(target);
    const { user, token } = target;
    const wanted = packageOf(target, example);
    return stepsFor(
      target,
      signsIn(target) &&
        setUp(messages.signIn, `poetry config http-basic.${name} ${word(user)} ${word(token)}`),
      install(messages.add, `poetry source add ${name} ${word(pypiIndex(target.repoKey, target.baseUrl))}`),
      install(
        messages.install,
        `poetry add ${word(and(wanted.name, wanted.version, (v) => `==${v}`))} --source ${name}`,
      ),
      publish(messages.add, `poetry config repositories.${name} ${word(apiOf(target, 'pypi'))}`),
      publish(messages.publish, `poetry publish --build --repository ${name}`),
    );
  },
};

/**
 * Returns the name of the repository for Poetry, which does not support dots in names and reserves
 * `pypi`.
 */
function sourceName({ repoKey }: ClientTarget): string {
  return `lading-${repoKey.replaceAll('.', '-')}`;
}
