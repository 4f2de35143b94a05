import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/checks/layers.mjs', import.meta.url));
const faultsOf = (src: string) => spawnSync(process.execPath, [script, src], { encoding: 'utf8' }).stderr;

describe("the check of the platform's layers", () => {
  let src: string;
  beforeEach(async () => {
    src = await mkdtemp(join(tmpdir(), 'lading-layers-'));
  });
  afterEach(() => rm(src, { recursive: true }));

  async function write(files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(src, path)), { recursive: true });
      await writeFile(join(src, path), text);
    }
  }

  it('allows imports from lower layers, and any import in tests', async () => {
    await write({
      'formats/npm/publish.ts': "import { db } from '../../database/db.ts';",
      'database/db.ts': 'export const db = 1;',
      'database/db.test.ts': "import '../formats/npm/publish.ts';",
    });
    expect(faultsOf(src)).toBe('');
  });

  it('reports an import from a closed subfolder of another folder', async () => {
    await write({
      'formats/cargo/publish.ts': "import { part } from '../../packages/facets/part.ts';",
      'formats/cargo/index.ts': "import './parts/one.ts'; import '../../packages/sql/glob.ts';",
      'formats/cargo/parts/one.ts': '',
      'packages/facets/part.ts': 'export const part = 1;',
      'packages/sql/glob.ts': "import '../facets/part.ts';",
      'parts.ts': "import './packages/facets/part.ts';",
    });
    const faults = faultsOf(src);
    expect(faults).toContain(
      'platform/src/formats/cargo/publish.ts imports packages/facets/part.ts, but packages/facets is closed to other folders',
    );
    expect(faults.trim().split('\n')).toHaveLength(1);
  });

  it('reports an import from a higher layer, also of a type', async () => {
    await write({
      'database/db.ts': "import type { Publish } from '../formats/npm/publish.ts';",
      'formats/npm/publish.ts': 'export type Publish = 1;',
    });
    expect(faultsOf(src)).toContain(
      'platform/src/database/db.ts (foundation) imports formats/npm/publish.ts (formats), which is a layer above',
    );
  });

  it('reports import cycles between files and between directories, and directories in no layer', async () => {
    await write({
      'files/a.ts': "import '../packages/b.ts';",
      'packages/b.ts': "import './c.ts';",
      'packages/c.ts': "import '../files/d.ts';",
      'files/d.ts': "import './e.ts';",
      'files/e.ts': "import './d.ts';",
      'elsewhere/f.ts': '',
    });
    const faults = faultsOf(src);
    expect(faults).toContain('These folders import each other in a circle: files → packages → files');
    expect(faults).toContain(
      'These files import each other in a circle: files/d.ts → files/e.ts → files/d.ts',
    );
    expect(faults).toContain('platform/src/elsewhere/f.ts is in no layer');
  });

  it('has the layers and directories that docs/architecture.md lists', async () => {
    const { layers } = (await import(script)) as { layers: { name: string; folders: string[] }[] };
    const page = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
    for (const { name, folders } of layers) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${name} | `)) ?? '';
      const listed = [...row.matchAll(/[|,] (?:and )?`(\w+)`/g)].map(([, folder]) => folder);
      expect(listed.sort(), name).toEqual(folders.filter((folder) => folder !== '.').sort());
    }
  });

  it('finds no violation in the platform', () => {
    expect(faultsOf(fileURLToPath(new URL('.', import.meta.url)))).toBe('');
  });
});
