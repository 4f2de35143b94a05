import { type ClientTarget, message } from '@lading/contract';
import { registryHost } from '../../install/addresses.ts';
import {
  type Guide,
  install,
  installCommandOf,
  isPlainHttp,
  isPlainHttpElsewhere,
  packageOf,
  pipeToken,
  publish,
  setUp,
  signsIn,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { guideMessages } from '../guideMessages.ts';
import { docker } from './format.ts';
import { imageReference } from './imageReference.ts';

const messages = {
  ...guideMessages,
  insecure: message('packages.guide.docker.insecure', 'Allow plain HTTP to this server, and restart Docker'),
  pull: message('packages.guide.docker.pull', 'Pull an image'),
  tag: message('packages.guide.docker.tag', 'Tag your image'),
  push: message('packages.guide.docker.push', 'Push it'),
  copy: message('packages.guide.docker.copy', 'Copy an image into the directory hello-world'),
  upload: message(
    'packages.guide.docker.upload',
    'Copy the image in the directory hello-world to the server',
  ),
};
const example = { name: 'hello-world', version: 'latest' };

export const dockerGuides: Readonly<Record<string, Guide>> = {
  docker: (target) => {
    const { image, login, pulls, word } = partsOf(target);
    return stepsFor(
      target,
      isPlainHttpElsewhere(target) &&
        setUp(
          messages.insecure,
          JSON.stringify({ 'insecure-registries': [registryHost(target.baseUrl)] }, null, 2),
          '/etc/docker/daemon.json',
        ),
      signsIn(target) && setUp(messages.signIn, login('docker')),
      pulls && install(messages.pull, installCommandOf(docker, target, example)),
      publish(messages.tag, `docker tag hello-world:latest ${word(image)}`),
      publish(messages.push, `docker push ${word(image)}`),
    );
  },
  podman: (target) => {
    const { image, login, pulls, word } = partsOf(target);
    const plain = isPlainHttp(target) ? ' --tls-verify=false' : '';
    return stepsFor(
      target,
      signsIn(target) && setUp(messages.signIn, login('podman', plain)),
      pulls && install(messages.pull, `podman pull${plain} ${word(image)}`),
      publish(messages.tag, `podman tag hello-world:latest ${word(image)}`),
      publish(messages.push, `podman push${plain} ${word(image)}`),
    );
  },
  skopeo: (target) => {
    const { image, login, pulls, word } = partsOf(target);
    const plain = (option: string) => (isPlainHttp(target) ? ` --${option}=false` : '');
    const remote = word(`docker://${image}`);
    return stepsFor(
      target,
      signsIn(target) && setUp(messages.signIn, login('skopeo', plain('tls-verify'))),
      pulls &&
        install(messages.copy, `skopeo copy${plain('src-tls-verify')} ${remote} oci:hello-world:latest`),
      publish(messages.upload, `skopeo copy${plain('dest-tls-verify')} oci:hello-world:latest ${remote}`),
    );
  },
};

function partsOf(target: ClientTarget) {
  const word = wordsFor(target);
  const host = registryHost(target.baseUrl);
  const image = packageOf(target, example);
  const reference = imageReference(image);
  return {
    word,
    image: `${host}/${target.repoKey}/${reference ?? image.name}`,
    /** Only an image with a known tag can be pulled. */
    pulls: reference !== undefined,
    login: (client: string, options = '') =>
      pipeToken(
        target,
        `${client} login${options} ${word(host)} --username ${word(target.user)} --password-stdin`,
      ),
  };
}
