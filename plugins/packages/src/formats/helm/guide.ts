import { message } from '@lading/contract';
import { fileAddress } from '../../install/addresses.ts';
import {
  apiOf,
  curl,
  type Guide,
  install,
  installCommandOf,
  packageOf,
  publish,
  setUp,
  signsIn,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { guideMessages } from '../guideMessages.ts';
import { helm } from './format.ts';

const messages = {
  ...guideMessages,
  chart: message('packages.guide.helm.install', 'Download a chart'),
  update: message('packages.guide.helm.update', 'Update the list of charts'),
  publishChart: message('packages.guide.helm.publish', 'Upload a packaged chart'),
};
const example = { name: 'my-chart', path: 'my-chart-1.0.0.tgz' };

export const helmGuides: Readonly<Record<string, Guide>> = {
  helm: (target) => {
    const word = wordsFor(target);
    const { repoKey, user, token } = target;
    const login = signsIn(target) ? ` --username ${word(user)} --password ${word(token)}` : '';
    return stepsFor(
      target,
      !target.publishOnly &&
        setUp(messages.add, `helm repo add ${word(repoKey)} ${word(apiOf(target, 'helm'))}${login}`),
      install(messages.update, 'helm repo update'),
      install(messages.chart, installCommandOf(helm, target, example)),
      ...uploads(target),
    );
  },
  curl: (target) => {
    const { path } = packageOf(target, example);
    const url = fileAddress(target.repoKey, path ?? example.path, target.baseUrl);
    return stepsFor(
      target,
      install(messages.chart, `${curl(target)} -fLO ${wordsFor(target)(url)}`),
      ...uploads(target),
    );
  },
};

/** Helm itself uploads to OCI registries only. */
const uploads: Guide = (target) => [
  publish(
    messages.publishChart,
    `${curl(target)} -f -T my-chart-1.0.0.tgz ${wordsFor(target)(`${apiOf(target, 'helm')}my-chart-1.0.0.tgz`)}`,
  ),
];
