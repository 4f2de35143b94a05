import { packageType } from '../types/packageTypes.ts';
import type { Deployer } from './Deployer.ts';
import { genericDeployer } from './generic/deploy.ts';
import { golangDeployer } from './golang/deploy.ts';
import { helmDeployer } from './helm/deploy.ts';
import { mavenDeployer } from './maven/deploy.ts';
import { npmDeployer } from './npm/deploy.ts';
import { nugetDeployer } from './nuget/deploy.ts';
import { pypiDeployer } from './pypi/deploy.ts';

/**
 * By type. Formats not listed here can be published only by their client: images layer by layer,
 * crates with data that only cargo has.
 */
const DEPLOYERS: Readonly<Record<string, Deployer>> = {
  generic: genericDeployer,
  golang: golangDeployer,
  helm: helmDeployer,
  maven: mavenDeployer,
  npm: npmDeployer,
  nuget: nugetDeployer,
  pypi: pypiDeployer,
};

export function deployerOf(type: string): Deployer | undefined {
  const known = packageType(type);
  return Object.hasOwn(DEPLOYERS, known) ? DEPLOYERS[known] : undefined;
}
