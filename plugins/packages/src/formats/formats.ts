import { alpine } from './alpine/format.ts';
import { bower } from './bower/format.ts';
import { cargo } from './cargo/format.ts';
import { chef } from './chef/format.ts';
import { conan } from './conan/format.ts';
import { deb } from './deb/format.ts';
import { docker } from './docker/format.ts';
import { generic } from './generic/format.ts';
import { golang } from './golang/format.ts';
import { helm } from './helm/format.ts';
import { maven } from './maven/format.ts';
import { npm } from './npm/format.ts';
import { nuget } from './nuget/format.ts';
import { oci } from './oci/format.ts';
import { opkg } from './opkg/format.ts';
import type { PackageFormat } from './PackageFormat.ts';
import { puppet } from './puppet/format.ts';
import { pypi } from './pypi/format.ts';
import { rpm } from './rpm/format.ts';
import { rubygems } from './rubygems/format.ts';
import { terraform } from './terraform/format.ts';

/** Every format that the console knows by name: one line for each. */
export const FORMATS: readonly PackageFormat[] = [
  alpine,
  bower,
  cargo,
  chef,
  conan,
  deb,
  docker,
  generic,
  golang,
  helm,
  maven,
  npm,
  nuget,
  oci,
  opkg,
  puppet,
  pypi,
  rpm,
  rubygems,
  terraform,
];
