import { afterEach, describe, expect, it } from 'vitest';
import { scopedStorage } from '../services/storage.ts';
import { MOST_RECENT, RecentSearches } from './RecentSearches.ts';

afterEach(() => localStorage.clear());
const of = (user: string) => new RecentSearches(scopedStorage('shell'), () => user);

describe('recent searches', () => {
  it('are apart for each user, a visitor among them, under one key [srch-05]', () => {
    of('ada').add('packages', ' tea ', 'fleet');
    of('anonymous').add('artifacts', 'chest', undefined);
    expect(of('ada').all).toEqual([
      {
        id: 'packages?name=tea',
        type: 'packages',
        queryString: 'name=tea',
        searchModel: { name: 'tea' },
        context: 'fleet',
      },
    ]);
    expect(of('anonymous').all.map(({ type }) => type)).toEqual(['artifacts']);
    expect(Object.keys(localStorage)).toEqual(['lading.shell.recentSearches']);
  });

  it('are the newest first, each once, and capped; a blank one is none [srch-05]', () => {
    const recent = of('ada');
    for (let n = 0; n < MOST_RECENT + 5; n++) recent.add('packages', `p${n}`, undefined);
    recent.add('packages', 'p9', undefined);
    recent.add('packages', '  ', undefined);
    expect(recent.all).toHaveLength(MOST_RECENT);
    expect(recent.all.slice(0, 2).map(({ searchModel }) => searchModel.name)).toEqual(['p9', 'p14']);
    recent.forget();
    expect(recent.all).toEqual([]);
  });

  it('leave out what somebody else has left there', () => {
    for (const kept of ['{', '[]', 'null', '{"ada":[{"id":1},null,"x"]}', '{"ada":"x"}']) {
      localStorage.setItem('lading.shell.recentSearches', kept);
      expect(of('ada').all).toEqual([]);
      of('ada').add('packages', 'tea', undefined);
      expect(of('ada').all).toHaveLength(1);
    }
  });
});
