import { message } from '@lading/contract';
import { curl, filesOf, type Guide, toFetch, wordsFor } from '../Guide.ts';

export const genericGuide: Guide = (target) => {
  const word = wordsFor(target);
  const file = `${filesOf(target)}/hello.txt`;
  const user = word(target.user);
  return [
    ...toFetch(target, {
      why: message('packages.guide.generic.get', 'Get a file; curl asks for your password or a token'),
      command: `${curl(target)} -u ${user} -O ${word(file)}`,
    }),
    ...(target.canDeploy
      ? [
          {
            why: message(
              'packages.guide.generic.put',
              'Put a file there; curl asks for your password or a token',
            ),
            command: `${curl(target)} -u ${user} -T hello.txt ${word(file)}`,
          },
        ]
      : []),
  ];
};
