import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JournalReader } from './JournalReader.ts';
import { Segment } from './journal.js';

let journal: string;
beforeEach(() => {
  journal = mkdtempSync(join(tmpdir(), 'lading-journal-'));
});
afterEach(() => rmSync(journal, { recursive: true, force: true }));

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const add = (segment: Segment, text: string) =>
  segment.append([{ sha256: sha256Of(text), bytes: Buffer.from(text) }], [text]);

it('finds the blobs of a journal that is being written, until they are discarded', () => {
  const reader = new JournalReader(journal);
  const find = (text: string) => Buffer.from(reader.find(sha256Of(text)) ?? 'nothing').toString();
  const [one, other] = [new Segment(join(journal, 'one')), new Segment(join(journal, 'other'))];
  add(one, 'first');
  add(other, 'second');
  expect([find('first'), find('second'), find('third')]).toEqual(['first', 'second', 'nothing']);
  add(one, 'third');
  expect(find('third')).toBe('third');
  one.reset();
  expect([find('first'), find('second')]).toEqual(['nothing', 'second']);
  add(one, 'fourth');
  expect([find('third'), find('fourth')]).toEqual(['nothing', 'fourth']);
  other.remove();
  expect(find('second')).toBe('nothing');
});

it('reads a record once, however many blobs are missing', () => {
  const segment = new Segment(join(journal, 'one'));
  add(segment, 'x'.repeat(100_000));
  const reader = new JournalReader(journal);
  for (let count = 0; count < 1000; count++)
    expect(reader.find(sha256Of(`missing ${count}`))).toBeUndefined();
  expect(reader.bytesRead).toBeLessThan(100_000 + 1000 * 200);
});
