import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdvisoryImportState, AdvisoryPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import yauzl from 'yauzl';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { db, withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { fuzzRounds, mutate, randomNumbers } from '../../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { scanAll } from '../matching/scan.ts';
import { osv } from '../testing/osvSamples.ts';
import { readFolder } from './AdvisoryFolder.ts';
import { BadFile } from './Document.ts';
import { importFile } from './importFile.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: string | Buffer,
  auth = platform.adminAuth,
) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: auth, ...(payload ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(payload ? { payload } : {}),
  });

async function bring(file: string | Buffer, name = 'osv.json'): Promise<AdvisoryImportState> {
  const begun = await call('POST', `/xray/api/v1/advisories/imports?name=${name}`, file);
  expect(begun.statusCode).toBe(202);
  const { id } = begun.json();
  const state = async () =>
    (await call('GET', `/xray/api/v1/advisories/imports/${id}`)).json() as AdvisoryImportState;
  await expect.poll(async () => (await state()).state, { timeout: 30_000 }).not.toBe('running');
  return state();
}
const list = async (query = '') =>
  (await call('GET', `/xray/api/v1/advisories${query}`)).json() as AdvisoryPage;
const ids = async (query = '') => (await list(query)).advisories.map(({ id }) => id);

describe('an uploaded advisory file', () => {
  it('can be one document, formatted over several lines', async () => {
    const done = await bring(JSON.stringify(osv({ id: 'ONE-1', name: 'one' }), null, 2), 'one.json');
    expect(done).toMatchObject({
      ...{
        file: 'one.json',
        state: 'done',
        documents: 1,
        imported: 1,
        skipped: 0,
        startedBy: 'admin',
        error: null,
      },
    });
  });

  it('can be a list, whose invalid documents are skipped with reasons', async () => {
    const done = await bring(
      JSON.stringify([osv({ id: 'ONE-1', name: 'one' }), { id: 'x' }, osv({ id: 'TWO-1' })]),
      'list.json',
    );
    expect(done).toMatchObject({
      ...{ state: 'done', documents: 3, imported: 1, unchanged: 1, skipped: 1 },
      reasons: [{ document: 'list.json[1]', reason: expect.stringContaining("'modified'") }],
    });
  });

  it('can have one document per line', async () => {
    const lines = [osv({ id: 'L-1' }), osv({ id: 'L-2' })].map((each) => JSON.stringify(each));
    const done = await bring(`${lines[0]}\n\n{broken\n${'x'.repeat(5_000_000)}\n${lines[1]}`, 'all.ndjson');
    expect(done).toMatchObject({ state: 'done', imported: 2, skipped: 2 });
    expect(done.reasons.map(({ document }) => document)).toEqual(['all.ndjson:3', 'all.ndjson:4']);
    expect(done.reasons[1]?.reason).toContain('4 MB');
  });

  it('can be an archive of documents, as published by OSV', async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({
      path: `npm/Z-${at}.json`,
      content: JSON.stringify(osv({ id: `Z-${at}`, name: `z${at}` })),
    }));
    const others = [
      { path: 'README.md', content: 'passed over' },
      { path: 'long.json', content: `"${'x'.repeat(5_000_000)}"` },
      // Its uncompressed size exceeds the declared size: decompression stops there.
      { path: 'bomb.json', content: `"${'x'.repeat(1_000_000)}"`, claimedSize: 100 },
    ];
    const done = await bring(zipOf([...many, ...others]), 'all.zip');
    expect(done).toMatchObject({ state: 'done', documents: 452, imported: 450, skipped: 2 });
    expect(done.reasons.map(({ document }) => document)).toEqual(['long.json', 'bomb.json']);
    expect((await list('?query=z-449')).advisories).toHaveLength(1);
  });

  it('may have null values, and invalid documents are reported', async () => {
    const nothing = {
      withdrawn: null,
      aliases: null,
      severity: null,
      references: null,
      database_specific: null,
    };
    const inside = { ranges: null, versions: null, severity: null };
    const done = await bring(
      JSON.stringify([
        { ...osv({ id: 'NULL-1' }), ...nothing, published: null, details: null, related: null },
        { ...osv({ id: 'NULL-2' }), affected: [{ package: { ecosystem: 'npm', name: 'x' }, ...inside }] },
        { ...osv({ id: 'NULL-3' }), affected: null },
        { ...osv({ id: 'NULL-4' }), modified: null },
      ]),
    );
    expect(done).toMatchObject({ imported: 3, skipped: 1 });
    expect(done.reasons[0]?.reason).toContain("'modified'");
  });

  it.each([
    ['nothing at all', 'is neither an archive nor JSON'],
    ['[{"id": ', 'is not JSON'],
    ['{"id":\n 1', 'is not JSON'],
    ['[{"id": \0}]', 'is not JSON'],
    ['PK\x03\x04and then nothing', 'Failed to read the archive'],
  ])('%j is rejected as a whole with the reason', async (text, why) => {
    const done = await bring(text);
    expect(done).toMatchObject({ state: 'failed', error: expect.stringContaining(why) });
  });

  it('must not be empty, and must come from an administrator', async () => {
    expect((await call('POST', '/xray/api/v1/advisories/imports')).statusCode).toBe(400);
    expect((await call('POST', '/xray/api/v1/advisories/imports', '{}', '')).statusCode).toBe(401);
    expect((await call('GET', '/xray/api/v1/advisories/imports/nothing')).statusCode).toBe(404);
    const { imports } = (await call('GET', '/xray/api/v1/advisories/imports')).json();
    expect(imports.length).toBeGreaterThan(3);
  });
});

describe('the list of advisories', () => {
  it('can be searched, filtered, and paged', async () => {
    await bring(
      JSON.stringify([
        osv({
          id: 'GHSA-9',
          name: 'Flask',
          ecosystem: 'PyPI',
          severity: 'CRITICAL',
          aliases: ['CVE-2030-9'],
          modified: '2030-01-02T00:00:00Z',
        }),
        osv({ id: 'GHSA-8', name: 'express', modified: '2030-01-01T00:00:00Z' }),
      ]),
    );
    expect((await ids()).slice(0, 2)).toEqual(['GHSA-9', 'GHSA-8']);
    expect(await ids('?query=cve-2030-9')).toEqual(['GHSA-9']);
    expect(await ids('?query=flas')).toEqual(['GHSA-9']);
    expect(await ids('?query=ghsa-8')).toEqual(['GHSA-8']);
    expect(await ids('?severity=critical')).toEqual(['GHSA-9']);
    expect(await ids('?ecosystem=PyPI')).toEqual(['GHSA-9']);
    const first = await list('?limit=1');
    expect(first.advisories[0]).toMatchObject({
      id: 'GHSA-9',
      packages: [{ ecosystem: 'PyPI', name: 'Flask' }],
      source: 'import',
    });
    expect(await ids(`?limit=1&after=${encodeURIComponent(first.next ?? '')}`)).toEqual(['GHSA-8']);
    expect(first.total).toBeGreaterThan(2);
  });

  it.each(['?limit=0', '?limit=x', '?after=x', '?severity=odd', `?query=${'x'.repeat(2000)}`, '?query=%00'])(
    'rejects %s',
    async (query) => {
      expect((await call('GET', `/xray/api/v1/advisories${query}`)).statusCode).toBe(400);
    },
  );
});

describe('an advisory directory of the server', () => {
  it('is kept in sync: new, changed, and deleted files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const round = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    const held = async () => (await ids('?query=f-')).sort();
    try {
      await mkdir(join(folder, 'npm'));
      await writeFile(
        join(folder, 'npm', 'a.json'),
        JSON.stringify([osv({ id: 'F-1' }), osv({ id: 'F-2' })]),
      );
      await writeFile(join(folder, 'npm', 'notes.txt'), 'passed over');
      await writeFile(join(folder, 'broken.json'), '{');
      await round();
      expect(await held()).toEqual(['F-1', 'F-2']);

      await writeFile(
        join(folder, 'npm', 'a.json'),
        JSON.stringify([osv({ id: 'F-2' }), osv({ id: 'F-3' })]),
      );
      await utimes(join(folder, 'npm', 'a.json'), 1, 1);
      await round();
      expect(await held()).toEqual(['F-2', 'F-3']);

      await rm(join(folder, 'npm', 'a.json'));
      await round();
      expect(await held()).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reports invalid files to administrators until they are fixed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const round = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    const told = async () =>
      (await call('GET', '/xray/api/v1/advisories/imports'))
        .json()
        .imports.filter(({ source }: AdvisoryImportState) => source.startsWith('folder:'));
    try {
      await writeFile(join(folder, 'mixed.json'), JSON.stringify([osv({ id: 'MIXED-1' }), { id: 'x' }]));
      await writeFile(join(folder, 'torn.json'), '{');
      await writeFile(join(folder, 'whole.json'), JSON.stringify(osv({ id: 'MIXED-2' })));
      await round();
      await round();
      expect(await ids('?query=mixed-')).toHaveLength(2);
      expect(await told()).toMatchObject([
        {
          ...{ file: 'torn.json', source: 'folder:torn.json', state: 'failed', startedBy: 'system' },
          error: expect.stringContaining('is not JSON'),
        },
        {
          ...{ file: 'mixed.json', state: 'done', documents: 2, imported: 1, skipped: 1, error: null },
          reasons: [{ document: 'mixed.json[1]', reason: expect.stringContaining("'modified'") }],
        },
      ]);
      await rm(join(folder, 'torn.json'));
      await writeFile(join(folder, 'mixed.json'), JSON.stringify([osv({ id: 'MIXED-1' })]));
      await utimes(join(folder, 'mixed.json'), 1, 1);
      await round();
      expect(await told()).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is listed in addition to manual imports, so that neither hides the other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const round = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    const told = async () => {
      const { imports, others } = (await call('GET', '/xray/api/v1/advisories/imports')).json();
      const files = (imports as AdvisoryImportState[]).filter(({ source }) => source.startsWith('folder:'));
      return { first: imports[0], byHand: imports.length - files.length, ofFolder: files.length, others };
    };
    try {
      await writeFile(join(folder, 'first.json'), '{');
      await round();
      // More than are stored, and more recent than the report of the directory.
      await withStorage(platform.storage, () =>
        db().execute(sql`INSERT INTO advisory_imports (file, source, state, started_by)
          SELECT 'by-hand.json', 'import', 'done', 'admin' FROM generate_series(1, 60)`),
      );
      const { id } = await bring(JSON.stringify(osv({ id: 'BESIDE-1' })));
      expect(await told()).toMatchObject({ first: { id }, byHand: 20, ofFolder: 1, others: 0 });

      for (let at = 0; at < 120; at++) await writeFile(join(folder, `bad-${at}.json`), '{');
      await round();
      expect(await told()).toMatchObject({ first: { id }, byHand: 20, ofFolder: 100, others: 21 });
      const again = await bring(JSON.stringify(osv({ id: 'BESIDE-1' })));
      expect(await told()).toMatchObject({ first: { id: again.id }, byHand: 20, ofFolder: 100, others: 21 });
    } finally {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await round();
      await rm(folder, { recursive: true });
    }
  });

  it('is read completely even if error texts contain characters that the database cannot store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const round = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    try {
      await writeFile(join(folder, 'a.json'), '[{"id": \0}]');
      await writeFile(join(folder, 'b.zip'), zipOf([{ path: 'b\0.json', content: '[\0]' }]));
      await writeFile(join(folder, 'z.json'), JSON.stringify(osv({ id: 'ROOM-1' })));
      await round();
      expect(await ids('?query=room-1')).toEqual(['ROOM-1']);
      const { imports } = (await call('GET', '/xray/api/v1/advisories/imports')).json();
      const told = (imports as AdvisoryImportState[]).filter(({ source }) => source.startsWith('folder:'));
      expect(told.map(({ file, skipped }) => [file, skipped])).toEqual([
        ['b.zip', 1],
        ['a.json', 0],
      ]);
    } finally {
      for (const name of ['a.json', 'b.zip', 'z.json']) await rm(join(folder, name), { force: true });
      await round().catch(() => undefined);
      await rm(folder, { recursive: true });
    }
  });

  it('is read again after a read failure, without a change, with exponential backoff', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const file = join(folder, 'later.zip');
    const read = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    const tooMany = Object.assign(new Error('EMFILE: too many open files'), {
      ...{ code: 'EMFILE', syscall: 'open' },
    });
    try {
      await writeFile(file, zipOf([{ path: 'a.json', content: JSON.stringify(osv({ id: 'LATER-1' })) }]));
      const failing = vi
        .spyOn(yauzl, 'open')
        .mockImplementation(((...[, , done]: [string, object, (error: Error) => void]) =>
          done(tooMany)) as never);
      for (let round = 0; round < 4; round++) await read();
      // Immediately in the next round, and then after a pause.
      expect(failing).toHaveBeenCalledTimes(2);
      await withStorage(platform.storage, () => db().execute(sql`UPDATE advisory_files SET again = now()`));
      await read();
      expect(failing).toHaveBeenCalledTimes(3);
      failing.mockRestore();
      await withStorage(platform.storage, () => db().execute(sql`UPDATE advisory_files SET again = now()`));
      await read();
      expect(await ids('?query=later-1')).toEqual(['LATER-1']);
    } finally {
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    }
  });

  it('is not read again after a permanent failure', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const read = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    try {
      await writeFile(join(folder, 'odd.zip'), zipOf([{ path: 'a.json', content: '{}' }]));
      const failing = vi.spyOn(yauzl, 'open').mockImplementation(() => {
        throw new Error('value too long');
      });
      await read();
      await read();
      expect(failing).toHaveBeenCalledTimes(1);
      await utimes(join(folder, 'odd.zip'), 5, 5);
      await read();
      expect(failing).toHaveBeenCalledTimes(2);
    } finally {
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    }
  });

  it('is read again, without a change, after a change of the reader', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const round = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    const title = async () => (await list('?query=before-1')).advisories[0]?.title;
    try {
      await writeFile(join(folder, 'a.json'), JSON.stringify(osv({ id: 'BEFORE-1' })));
      await round();
      const now = await title();
      // The state of a server before an upgrade.
      await withStorage(platform.storage, async () => {
        await db().execute(
          sql`UPDATE advisories SET title = 'As before', hash = 'before' WHERE id = 'BEFORE-1'`,
        );
        await db().execute(sql`UPDATE advisory_files SET reading = reading - 1 WHERE path = 'a.json'`);
      });
      await round();
      expect(await title()).toBe(now);
      await withStorage(platform.storage, () =>
        db().execute(
          sql`UPDATE advisories SET title = 'Not looked at', hash = 'other' WHERE id = 'BEFORE-1'`,
        ),
      );
      await round();
      expect(await title()).toBe('Not looked at');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('keeps advisories that another file still contains', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const round = () => withStorage(platform.storage, () => readFolder(folder, platform.app.log));
    const held = async () => (await ids('?query=twice-')).sort();
    const put = (name: string, ...given: string[]) =>
      writeFile(join(folder, name), JSON.stringify(given.map((id) => osv({ id }))));
    try {
      await put('a.json', 'TWICE-1', 'TWICE-2');
      await put('b.json', 'TWICE-1');
      await put('c.json', 'TWICE-3');
      await put('d.json', 'TWICE-3', 'TWICE-4');
      await round();
      await rm(join(folder, 'a.json'));
      await put('c.json', 'TWICE-5');
      await utimes(join(folder, 'c.json'), 1, 1);
      await round();
      expect(await held()).toEqual(['TWICE-1', 'TWICE-3', 'TWICE-4', 'TWICE-5']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('hostile documents', () => {
  it(`are imported or reported, and never fail the import (${fuzzRounds} of them)`, async () => {
    const random = randomNumbers(11);
    const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
    const document = osv({
      ...{ id: 'FUZZ-1', name: 'fuzzed', aliases: ['CVE-2024-77'], versions: ['1.0.0', '2.0.0-rc.1'] },
      events: [{ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }, { last_affected: '2.5.0' }],
    });
    const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
    const words = [
      '\\u0000',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\ud800',
      'null',
      '1e999',
      '-',
      '__proto__',
      '\0',
      '\n',
    ];
    const text = JSON.stringify({ ...document, severity: [{ type: 'CVSS_V3', score: vector }] });
    const forms = [
      Buffer.from(text),
      Buffer.from(JSON.stringify([document, osv({ id: 'FUZZ-2', name: 'fuzzed' })])),
      Buffer.from(`${text}\n${text}\n`),
      zipOf([
        { path: 'a.json', content: text },
        { path: 'b.json', content: JSON.stringify(osv({ id: 'FUZZ-3' })), stored: true },
      ]),
    ];
    const path = join(folder, 'file');
    let refused = 0;
    await withStorage(platform.storage, async () => {
      await publish({ name: 'fuzzed', version: '1.0.0' });
      for (let round = 0; round < fuzzRounds; round++) {
        await writeFile(path, mutate(forms[round % forms.length] ?? Buffer.from(''), random, words));
        try {
          const { documents, imported, unchanged, removed, skipped } = await importFile(path, 'file', {
            source: 'import',
          });
          expect(imported + unchanged + removed + skipped).toBeLessThanOrEqual(documents);
        } catch (error) {
          if (!(error instanceof BadFile)) throw error;
          refused += 1;
        }
        if (round % 100 === 0) await scanAll();
      }
      await scanAll();
    });
    expect(refused).toBeLessThan(fuzzRounds);
    await rm(folder, { recursive: true });
  }, 600_000);
});
