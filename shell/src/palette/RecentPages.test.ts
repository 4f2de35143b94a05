import { FakeStorage } from '@lading/contract/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST, RecentPages } from './RecentPages.ts';

let storage: FakeStorage;
let user = 'ada';
let recent: RecentPages;
const page = (name: string) => ({ path: `/packages/${name}`, heading: name });
const headings = () => recent.all.map(({ heading }) => heading);

beforeEach(() => {
  storage = new FakeStorage();
  user = 'ada';
  recent = new RecentPages(storage, () => user);
});

describe('recent pages', () => {
  it('are newest first, each once, without the oldest', () => {
    for (let at = 0; at < MOST + 5; at += 1) recent.add(page(`p${at}`));
    recent.add(page('p10'));
    expect(headings().slice(0, 2)).toEqual(['p10', `p${MOST + 4}`]);
    expect(headings()).toHaveLength(MOST);
  });

  it('are separate for each user', () => {
    recent.add(page('tea'));
    user = 'grace';
    expect(headings()).toEqual([]);
    user = 'ada';
    expect(headings()).toEqual(['tea']);
  });

  it.each(['{', '7', 'null', '{"a":1}', '[1,{"path":"//evil","heading":7},{"path":"x","heading":"y"}]'])(
    'are empty if the stored value is invalid: %s',
    (kept) => {
      storage.set('recent.ada', kept);
      expect(headings()).toEqual([]);
    },
  );
});
