import { message } from '@lading/contract';
import { apiOf, type Guide, toFetch, withCredentials, wordsFor } from '../Guide.ts';

export const pypiGuide: Guide = (target) => {
  const address = apiOf(target, 'pypi');
  const word = wordsFor(target);
  const python = target.system === 'windows' ? 'py' : 'python3';
  const { user, token } = target;
  const index = withCredentials(`${address}simple`, target);
  return [
    ...toFetch(
      target,
      {
        why: message('packages.guide.pypi.always', 'Have pip take everything from it, from now on'),
        command: `${python} -m pip config set global.index-url ${word(index)}`,
      },
      {
        why: message('packages.guide.pypi.install', 'Or install one package from it'),
        command: `${python} -m pip install requests --index-url ${word(index)}`,
      },
    ),
    ...(target.canDeploy
      ? [
          {
            why: message('packages.guide.pypi.publish', 'Publish what you have built, with twine'),
            command: `${python} -m twine upload --repository-url ${word(address)} -u ${word(user)} -p ${word(token)} ${target.system === 'windows' ? 'dist\\*' : 'dist/*'}`,
          },
        ]
      : []),
  ];
};
