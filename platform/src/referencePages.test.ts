import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, unknownVariables } from './settings/settings.ts';

const source = new URL('./', import.meta.url);
const pageOf = (name: string) => readFileSync(new URL(`../../docs/reference/${name}.md`, source), 'utf8');

/** Returns the cells of every table row whose first cell is code. */
function rowsOf(page: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));
}

const codeIn = (cell = '') => /^`([^`]+)`$/.exec(cell)?.[1];

describe('docs/reference/settings.md', () => {
  const rows = rowsOf(pageOf('settings'));

  it('lists every setting, and no other', () => {
    const [line = ''] = unknownVariables({ LADING_UNKNOWN: '' });
    expect(rows.map(([name]) => codeIn(name)).sort()).toEqual(
      [...line.matchAll(/LADING_(?!UNKNOWN)\w+/g)].flat().sort(),
    );
  });

  it.each(
    rows
      .map(([name, value]) => [codeIn(name) ?? '', codeIn(value)])
      .filter(([, value]) => value !== undefined),
  )('shows the default of %s', (name = '', value = '') => {
    expect(readSettings({ [name]: value })).toEqual(readSettings({}));
  });
});

/** Matches calls that create an error, and expressions that select its code. */
const codes =
  /(?:(?:\w*(?:Error|super|refus\w*|Refusal|bad\w*|fail\w*))\(\s*(?:[\w.]+,\s*)?|code: |\[\d{3},\s*|code \?\? |: Refusal = \[)'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g;
/** Codes that other expressions select. */
const otherCodes = ['CREDENTIALS_EXPIRED', 'TOOMANYREQUESTS'];
/** Codes that the server never returns, and values of other fields. */
const notCodes = new Set(['ENOUGH', 'OK']);

function codesInSource(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^testing\/|\/matrix\//.test(file),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(new URL(file, source), 'utf8').matchAll(codes)].map(([, code = '']) => code),
  );
  return [...new Set([...found, ...otherCodes])].filter((code) => !notCodes.has(code)).sort();
}

describe('docs/reference/errors.md', () => {
  it('lists every error code, and no other', () => {
    expect(rowsOf(pageOf('errors')).map(([code]) => codeIn(code))).toEqual(codesInSource());
  });
});

describe('docs/reference/api.md', () => {
  it('lists every route, and no other', () => {
    const listed = [...pageOf('api').matchAll(/^\| ([A-Z, ]+) \| `([^`]+)` \|/gm)].flatMap(
      ([, methods = '', path]) => methods.split(', ').map((method) => `${method} ${path}`),
    );
    const matrix = readFileSync(new URL('access/matrix/matrix.tsv', source), 'utf8');
    const routes = matrix
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[0]);
    expect(listed.sort()).toEqual(routes.sort());
  });
});
