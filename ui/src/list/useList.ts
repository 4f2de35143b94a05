import type { Http } from '@lading/contract';
import { useEffect, useState } from 'react';
import { LeftBehind } from '../fetching/LeftBehind.ts';
import { useLeftPlace } from '../fetching/useLeftPlace.ts';
import { useShell } from '../plugin/ShellContext.ts';
import type { ListSource } from './ListSource.ts';

/** The last shown list: going back restores its rows and scroll position. */
const kept = new LeftBehind<{ readonly id: string; readonly list: ListSource<unknown> }>(({ list }) =>
  list.dispose(),
);

/** Creates the rows of a list page, once; `id` is unique in the plugin. */
export function useList<List extends ListSource<unknown>>(id: string, create: (http: Http) => List): List {
  const { http } = useShell();
  const place = useLeftPlace();
  const [list] = useState(() => {
    const found = kept.take(place.current);
    return found?.id === id && found.list.reusable ? (found.list as List) : create(http);
  });
  useEffect(() => () => kept.keep(place.current, { id, list }), [id, list, place]);
  return list;
}
