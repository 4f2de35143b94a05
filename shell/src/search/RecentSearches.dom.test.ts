import { afterEach, describe, expect, it } from 'vitest';
import { scopedStorage } from '../services/storage.ts';
import { MOST_RECENT, RecentSearches, wordsOf } from './RecentSearches.ts';

afterEach(() => localStorage.clear());
const of = (user: string, project?: string) =>
  new RecentSearches(scopedStorage('shell'), () => ({ user, project }));
const named = (name: string, type = 'packages') => ({
  type,
  queryString: `name=${encodeURIComponent(name)}`,
  searchModel: { name },
});

describe('recent searches', () => {
  it('are separate for each user, including anonymous, under one key [srch-05]', () => {
    of('ada', 'fleet').add(named('tea'));
    of('anonymous').add(named('chest', 'artifacts'));
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

  it('are newest first, each once, and limited; blank searches are not stored [srch-05]', () => {
    const recent = of('ada');
    for (let n = 0; n < MOST_RECENT + 5; n++) recent.add(named(`p${n}`));
    recent.add(named('p9'));
    recent.add(named('  '));
    recent.add({
      type: 'artifacts',
      queryString: 'searchType=archive',
      searchModel: { searchType: 'archive' },
    });
    expect(recent.all).toHaveLength(MOST_RECENT);
    expect(recent.all.slice(0, 2).map(({ searchModel }) => searchModel.name)).toEqual(['p9', 'p14']);
    recent.forget();
    expect(recent.all).toEqual([]);
  });

  it('are equal for different encodings of the same URL [srch-05]', () => {
    const recent = of('ada');
    recent.add(named('left pad'));
    recent.add({ ...named('left pad'), queryString: 'name=left+pad' });
    expect(recent.all.map(({ id }) => id)).toEqual(['packages?name=left+pad']);
  });

  it('are described by all search terms, the name first [srch-05]', () => {
    const searchModel = { repo: ['a', 'b'], name: 'lib', searchType: 'archive', searchClassOnly: true };
    expect(wordsOf(searchModel)).toEqual(['lib', 'a', 'b']);
  });

  it('skip invalid stored entries', () => {
    const half = '{"ada":[{"id":"i","type":"t","queryString":"q","searchModel":{"name":{"x":1}}}]}';
    for (const kept of ['{', '[]', 'null', '{"ada":[{"id":1},null,"x"]}', '{"ada":"x"}', half]) {
      localStorage.setItem('lading.shell.recentSearches', kept);
      expect(of('ada').all).toEqual([]);
      of('ada').add(named('tea'));
      expect(of('ada').all).toHaveLength(1);
    }
  });
});
