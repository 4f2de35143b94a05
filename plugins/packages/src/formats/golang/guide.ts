import { message } from '@lading/contract';
import { apiOf, curl, type Guide, toFetch, withCredentials, wordsFor } from '../Guide.ts';

export const golangGuide: Guide = (target) => {
  const word = wordsFor(target);
  const { user, token } = target;
  return [
    ...toFetch(
      target,
      {
        why: message('packages.guide.go.proxy', 'Have go take all modules from it'),
        command: `go env -w ${word(`GOPROXY=${withCredentials(apiOf(target, 'go'), target)}`)}`,
      },
      {
        why: message('packages.guide.go.sums', 'Your own modules are in no public list of checksums'),
        command: `go env -w ${word('GONOSUMDB=*')}`,
      },
      {
        why: message('packages.guide.go.get', 'Use a module from it'),
        command: 'go get example.org/module@latest',
      },
    ),
    ...(target.canDeploy
      ? [
          {
            why: message(
              'packages.guide.go.publish',
              'Publish a version: the archive of the module is enough',
            ),
            command: `${curl(target)} -u ${word(`${user}:${token}`)} -T hello.zip ${word(`${apiOf(target, 'go')}example.org/hello/@v/v1.0.0.zip`)}`,
          },
        ]
      : []),
  ];
};
