import { describe, expect, it } from 'vitest';
import { readTreeAddress, treeAddress } from './treeAddress.ts';

describe('the URL of a node', () => {
  it.each([
    ['generic-local', '', 'General', '/repos/tree/General/generic-local'],
    ['npm', '@scope/name/-/a.tgz', 'Checksums', '/repos/tree/Checksums/npm/%40scope/name/-/a.tgz'],
    ['g', '<img src=x>/%2f', 'Properties', '/repos/tree/Properties/g/%3Cimg%20src%3Dx%3E/%252f'],
    ['g', 'ćma 🐝;a=b?#', 'General', '/repos/tree/General/g/%C4%87ma%20%F0%9F%90%9D%3Ba%3Db%3F%23'],
    ['g', 'a.bin', 'tide.levels', '/repos/tree/tide.levels/g/a.bin'],
  ] as const)('of %s/%s leads there and back [route-07]', (repoKey, path, tab, address) => {
    expect(treeAddress(repoKey, path, tab)).toBe(address);
    expect(readTreeAddress(address)).toEqual({ repoKey, path, tab });
  });

  it('is parsed as far as possible when it is malformed', () => {
    expect(readTreeAddress('/repos/tree')).toEqual({ tab: 'General', repoKey: '', path: '' });
    expect(readTreeAddress('/repos/tree/general/a//b/')).toEqual({ tab: 'General', repoKey: 'a', path: 'b' });
    expect(readTreeAddress('/repos/tree/Other/a/%E0%A4%A')).toEqual({
      tab: 'Other',
      repoKey: 'a',
      path: '%E0%A4%A',
    });
  });
});
