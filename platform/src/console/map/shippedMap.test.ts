import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseMap, placeOf } from './parseMap.ts';
import { nameOf } from './pluginName.ts';

const ROOT = new URL('../../../../', import.meta.url);

describe('the shipped import map', () => {
  it('contains each of the console’s own plugins in the built version', async () => {
    const parsed = parseMap(await readFile(new URL('importmap.json', ROOT), 'utf8'), {});
    if ('fault' in parsed) throw new Error(`importmap.json:${parsed.fault.line}: ${parsed.fault.reason}`);
    const shipped = [...parsed.entries].map(([specifier, entry]) => ({
      specifier,
      ...placeOf('address' in entry ? String(entry.address) : ''),
    }));
    const folders = await readdir(new URL('plugins/', ROOT));
    const built = await Promise.all(
      folders.sort().map(async (folder) => {
        const { name, version } = JSON.parse(
          await readFile(new URL(`plugins/${folder}/package.json`, ROOT), 'utf8'),
        ) as { name: string; version: string };
        return { specifier: name, name: nameOf(name), version };
      }),
    );
    expect(shipped).toEqual(built);
  });
});
