import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const script = join(root, 'scripts/checks/restImports.mjs');
const faultsOf = (folder: string) =>
  spawnSync(process.execPath, [script, folder], { encoding: 'utf8' }).stderr;

describe('imports of @lading/contract/rest in browser code', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-rest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  it('are types only in this repository', () => {
    expect(faultsOf(root)).toBe('');
  });

  it('are accepted as types, and in tests and the platform', () => {
    write('plugins/tide/src/a.ts', "import type { Tree } from '@lading/contract/rest';");
    write('plugins/tide/src/b.ts', "import {\n  type Tree,\n  type Node,\n} from '@lading/contract/rest';");
    write('plugins/tide/src/a.test.ts', "import { AUDIT_EVENTS } from '@lading/contract/rest';");
    write('platform/src/a.ts', "import { Tree } from '@lading/contract/schemas';");
    expect(faultsOf(folder)).toBe('');
  });

  it.each([
    ['plugins/tide/src/a.ts', "import { Tree } from '@lading/contract/rest';"],
    ['plugins/tide/src/a.tsx', "import {\n  type Node,\n  Tree,\n} from '@lading/contract/schemas';"],
    ['ui/src/a.ts', "export * from '@lading/contract/rest';"],
    ['ui/src/list/a.ts', "const rest = await import('@lading/contract/rest');"],
  ])('are reported as values in %s', (file, text) => {
    write(file, text);
    expect(faultsOf(folder)).toContain(`${file} imports a value from @lading/contract/`);
    expect(faultsOf(folder)).toContain('Write "import type"');
  });
});
