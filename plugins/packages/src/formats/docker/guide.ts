import { message } from '@lading/contract';
import { type Guide, hostOf, toFetch, wordsFor } from '../Guide.ts';

export const dockerGuide: Guide = (target) => {
  const word = wordsFor(target);
  const host = hostOf(target);
  const image = `${host}/${target.repoKey}/hello-world:latest`;
  const { user, token } = target;
  return [
    {
      why: message('packages.guide.docker.signIn', 'Sign in with a token'),
      command: `echo ${word(token)} | docker login ${word(host)} --username ${word(user)} --password-stdin`,
    },
    ...toFetch(target, {
      why: message('packages.guide.docker.pull', 'Pull an image from it'),
      command: `docker pull ${word(image)}`,
    }),
    ...(target.canDeploy
      ? [
          {
            why: message('packages.guide.docker.tag', 'Name an image that you have, so that it goes there'),
            command: `docker tag hello-world:latest ${word(image)}`,
          },
          {
            why: message('packages.guide.docker.push', 'Push it'),
            command: `docker push ${word(image)}`,
          },
        ]
      : []),
    ...toFetch(target, {
      why: message('packages.guide.docker.copy', 'Or copy without a daemon, with skopeo'),
      command: `skopeo copy --src-creds ${word(`${user}:${token}`)} ${word(`docker://${image}`)} oci:hello-world:latest`,
    }),
  ];
};
