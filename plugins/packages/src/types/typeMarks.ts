import docker from 'simple-icons/icons/docker.svg?raw';
import golang from 'simple-icons/icons/go.svg?raw';
import helm from 'simple-icons/icons/helm.svg?raw';
import npm from 'simple-icons/icons/npm.svg?raw';
import nuget from 'simple-icons/icons/nuget.svg?raw';
import oci from 'simple-icons/icons/opencontainersinitiative.svg?raw';
import pypi from 'simple-icons/icons/pypi.svg?raw';
import rubygems from 'simple-icons/icons/rubygems.svg?raw';
import terraform from 'simple-icons/icons/terraform.svg?raw';
import { packageType } from './packageTypes.ts';

const MARKS: Readonly<Record<string, string>> = {
  docker,
  golang,
  helm,
  npm,
  nuget,
  oci,
  pypi,
  rubygems,
  terraform,
};

/** The shape of a type's mark in a square of 24; `undefined` where it has none. */
export function typeMark(type: string): string | undefined {
  return /<path d="([^"]+)"/.exec(MARKS[packageType(type)] ?? '')?.[1];
}
