import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/checks/comments.mjs', import.meta.url));
const long = 'word '.repeat(20).trim();

describe('comments', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-comments-'));
    mkdirSync(join(folder, 'src/node_modules'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const faultsOf = (text: string, file = 'src/a.ts') => {
    writeFileSync(join(folder, file), text);
    return spawnSync(process.execPath, [script, folder], { encoding: 'utf8' }).stderr;
  };

  it.each([`// ${long}`, `  // ${long}`, `/** ${long} */`, `/*\n * ${long}\n */`])(
    'are reported with more than 100 characters a line: %j',
    (text) => {
      expect(faultsOf(text)).toMatch(
        /^src\/a\.ts:[12]: the comment has 10\d characters\. Wrap it at 100\.$/m,
      );
    },
  );

  it.each([
    `// ${long.slice(0, 97)}`,
    `const text = '${long}'; // why`,
    `// biome-ignore lint/suspicious/noControlCharactersInRegex: ${long}`,
    ` * https://example.org/${long.replaceAll(' ', '-')}`,
    ` *     {"name": "app", ${long}}`,
  ])('are accepted: %j', (text) => {
    expect(faultsOf(text)).toBe('');
  });

  it('are not checked in what others wrote', () => {
    expect(faultsOf(`// ${long}`, 'src/node_modules/a.ts')).toBe('');
  });
});
