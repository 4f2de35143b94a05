import type { Navigation } from '@lading/contract';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { createPath, type Navigator, Router, type To } from 'react-router-dom';

const BASE = '/ui';

/** Connects the router's hooks and links to the console's navigation. */
export function ShellRouter(props: { navigation: Navigation; children: ReactNode }) {
  const { navigation } = props;
  const place = useSyncExternalStore(
    (changed) => navigation.listen(changed),
    () => navigation.place,
  );
  const navigator = useMemo(() => navigatorOf(navigation), [navigation]);
  const location = useMemo(() => ({ state: null, ...place, pathname: BASE + place.pathname }), [place]);
  return (
    <Router basename={BASE} location={location} navigator={navigator}>
      {props.children}
    </Router>
  );
}

function navigatorOf(navigation: Navigation): Navigator {
  const go = (to: To, state: unknown, replace: boolean) => {
    void navigation.go(belowBase(to), { replace, state });
  };
  return {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => navigation.move(delta),
    push: (to, state) => go(to, state, false),
    replace: (to, state) => go(to, state, true),
  };
}

function belowBase(to: To): string {
  const path = typeof to === 'string' ? to : createPath(to);
  return path.startsWith(BASE) ? path.slice(BASE.length) || '/' : path;
}
