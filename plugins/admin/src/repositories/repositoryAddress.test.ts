import { expect, it } from 'vitest';
import { repositoryAddress } from './repositoryAddress.ts';

it.each([
  ['npm', 'https://x.example/artifactory/api/npm/all/'],
  ['docker', 'x.example/all'],
  ['maven', 'https://x.example/artifactory/all'],
  ['pypi', 'https://x.example/artifactory/api/pypi/all/simple'],
  ['cargo', 'sparse+https://x.example/artifactory/api/cargo/all/index/'],
  ['go', 'https://x.example/artifactory/api/go/all'],
  ['helm', 'https://x.example/artifactory/api/helm/all'],
  ['nuget', 'https://x.example/artifactory/api/nuget/v3/all/index.json'],
  ['generic', 'https://x.example/artifactory/all'],
  ['a-type-of-another', 'https://x.example/artifactory/all'],
])('of the type %s is %s', (packageType, address) => {
  expect(repositoryAddress({ key: 'all', packageType }, 'https://x.example')).toBe(address);
});
