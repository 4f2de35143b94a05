import { message } from '@lading/contract';
import { apiOf, curl, type Guide, toFetch, wordsFor } from '../Guide.ts';

export const helmGuide: Guide = (target) => {
  const word = wordsFor(target);
  const { repoKey, user, token } = target;
  return [
    ...toFetch(
      target,
      {
        why: message('packages.guide.helm.add', 'Make it known to Helm'),
        command: `helm repo add ${word(repoKey)} ${word(apiOf(target, 'helm'))} --username ${word(user)} --password ${word(token)}`,
      },
      {
        why: message('packages.guide.helm.install', 'Install a chart from it'),
        command: `helm repo update\nhelm install my-release ${word(`${repoKey}/my-chart`)}`,
      },
    ),
    ...(target.canDeploy
      ? [
          {
            why: message('packages.guide.helm.publish', 'Publish a chart that you have packed'),
            command: `${curl(target)} -u ${word(`${user}:${token}`)} -T my-chart-1.0.0.tgz ${word(`${apiOf(target, 'helm')}my-chart-1.0.0.tgz`)}`,
          },
        ]
      : []),
  ];
};
