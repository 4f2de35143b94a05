import { type MutableRefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useShell } from '../plugin/ShellContext.ts';
import type { LeftPlace } from './LeftBehind.ts';

/** Where the page stands now, for what it takes and leaves behind. Whose that is stays as it was when the page was opened. */
export function useLeftPlace(): MutableRefObject<LeftPlace> {
  const { http, user } = useShell();
  const { key: entry } = useLocation();
  const [name] = useState(user.current?.name);
  const place = { http, user: name, entry };
  const last = useRef(place);
  last.current = place;
  return last;
}
