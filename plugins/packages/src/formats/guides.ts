import type { ClientOption, ClientStep, ClientTarget } from '@lading/contract';
import { formatOf, packageType } from '../types/packageTypes.ts';
import { cargoGuides } from './cargo/guide.ts';
import { dockerGuides } from './docker/guide.ts';
import type { Guide } from './Guide.ts';
import { genericGuides } from './generic/guide.ts';
import { golangGuides } from './golang/guide.ts';
import { helmGuides } from './helm/guide.ts';
import { gradleGuide } from './maven/gradleGuide.ts';
import { mavenGuide } from './maven/guide.ts';
import { npmGuides } from './npm/guide.ts';
import { nugetGuides } from './nuget/guide.ts';
import { pypiGuides } from './pypi/guide.ts';

/**
 * Guides by type and client. The package page, Set Me Up, and the first steps show them, and a test
 * of the platform runs them with the real clients.
 */
export const GUIDES: Readonly<Record<string, Readonly<Record<string, Guide>>>> = {
  npm: npmGuides,
  docker: dockerGuides,
  maven: { maven: mavenGuide, gradle: gradleGuide },
  pypi: pypiGuides,
  cargo: cargoGuides,
  golang: golangGuides,
  nuget: nugetGuides,
  helm: helmGuides,
  generic: genericGuides,
};

/** The clients of a type that have a guide, the default first. */
export function clientsOf(type: string): readonly ClientOption[] {
  return formatOf(type)?.clients ?? [];
}

/** Returns the steps of a client for a repository. Default client: the first one of the type. */
export function clientSteps(target: ClientTarget): readonly ClientStep[] {
  const guides = GUIDES[packageType(target.packageType)] ?? {};
  const [first] = clientsOf(target.packageType);
  return (guides[target.client ?? ''] ?? guides[first?.id ?? ''])?.(target) ?? [];
}
