import { describe, expect, it } from 'vitest';
import type { Repository } from '../../../repositories/repositories.ts';
import { parseChallenge } from './parseChallenge.ts';
import { upstreamAddress } from './upstreamClient.ts';

const remote = (url: string): Repository => ({
  key: 'remote',
  type: 'remote',
  packageType: 'docker',
  description: '',
  url,
  options: {},
});

describe('the upstream URL of an image', () => {
  it.each([
    ['https://registry.example.org', 'team/app', 'https://registry.example.org/v2/team/app/tags/list'],
    ['https://registry.example.org/', 'app', 'https://registry.example.org/v2/app/tags/list'],
    ['https://example.org/mirror/', 'app', 'https://example.org/mirror/v2/app/tags/list'],
    ['https://example.org/v2/docker-local', 'app', 'https://example.org/v2/docker-local/app/tags/list'],
    ['https://example.org/v2/', 'app', 'https://example.org/v2/app/tags/list'],
    ['https://registry-1.docker.io', 'alpine', 'https://registry-1.docker.io/v2/library/alpine/tags/list'],
    ['https://registry-1.docker.io/', 'team/app', 'https://registry-1.docker.io/v2/team/app/tags/list'],
  ])('at %s for %s is %s', (url, image, address) => {
    expect(upstreamAddress(remote(url), image, 'tags/list').href).toBe(address);
  });
});

describe('a challenge', () => {
  it.each([
    [
      'Bearer realm="https://a.example/token",service="s"',
      { realm: 'https://a.example/token', service: 's' },
    ],
    ['Basic realm="x", Bearer realm="https://a.example/t"', { realm: 'https://a.example/t' }],
    ['bearer realm=https://a.example/t', { realm: 'https://a.example/t' }],
    ['Basic realm="x"', undefined],
    ['', undefined],
  ])('is parsed from %s', (header, found) => {
    expect(parseChallenge(header)).toEqual(found);
  });
});
