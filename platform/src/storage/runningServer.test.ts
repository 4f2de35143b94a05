import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeServerNote } from './runningServer.ts';

it('never shows a part of the note to a command that reads it meanwhile', () => {
  const home = mkdtempSync(join(tmpdir(), 'lading-note-'));
  try {
    const note = { pid: 1, version: '0.1.0', address: '', localUrl: '', started: '' };
    writeServerNote(home, note);
    const reader = openSync(join(home, 'server.json'), 'r');
    writeServerNote(home, { ...note, pid: 2 });
    expect(JSON.parse(readFileSync(reader, 'utf8'))).toEqual(note);
    expect(JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'))).toMatchObject({ pid: 2 });
    expect(readdirSync(home)).toEqual(['server.json']);
  } finally {
    rmSync(home, { recursive: true });
  }
});
