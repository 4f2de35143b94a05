import { expect, it } from 'vitest';
import { repositoryAddress } from './repositoryAddress.ts';

it.each([
  ['npm', 'https://x.example/artifactory/api/npm/all/'],
  ['nuget', 'https://x.example/artifactory/api/nuget/v3/all/'],
  ['docker', 'x.example/all'],
  ['generic', 'https://x.example/artifactory/all'],
])('of the type %s is %s', (packageType, address) => {
  expect(repositoryAddress({ key: 'all', packageType }, 'https://x.example')).toBe(address);
});
