import type { ClientStep, ClientTarget } from '@lading/contract';
import { packageType } from '../types/packageTypes.ts';
import { cargoGuide } from './cargo/guide.ts';
import { dockerGuide } from './docker/guide.ts';
import type { Guide } from './Guide.ts';
import { genericGuide } from './generic/guide.ts';
import { golangGuide } from './golang/guide.ts';
import { helmGuide } from './helm/guide.ts';
import { mavenGuide } from './maven/guide.ts';
import { npmGuide } from './npm/guide.ts';
import { nugetGuide } from './nuget/guide.ts';
import { pypiGuide } from './pypi/guide.ts';

/** By type; in the order in which the platform offers them. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  npm: npmGuide,
  docker: dockerGuide,
  maven: mavenGuide,
  pypi: pypiGuide,
  cargo: cargoGuide,
  golang: golangGuide,
  nuget: nugetGuide,
  helm: helmGuide,
  generic: genericGuide,
};

/** The steps for a repository of any of the types above. */
export function clientSteps(target: ClientTarget): readonly ClientStep[] {
  return GUIDES[packageType(target.packageType)]?.(target) ?? [];
}
