import { message } from '@lading/contract';
import {
  curl,
  filesOf,
  type Guide,
  install,
  installCommandOf,
  publish,
  stepsFor,
  wordsFor,
} from '../Guide.ts';
import { generic } from './format.ts';

export const genericGuides: Readonly<Record<string, Guide>> = {
  curl: (target) =>
    stepsFor(
      target,
      install(
        message('packages.guide.generic.get', 'Download a file'),
        installCommandOf(generic, target, { name: 'hello.txt', path: 'hello.txt' }),
      ),
      publish(
        message('packages.guide.generic.put', 'Upload a file'),
        `${curl(target)} -f -T hello.txt ${wordsFor(target)(`${filesOf(target)}/hello.txt`)}`,
      ),
    ),
};
