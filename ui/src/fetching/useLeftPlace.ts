import { type MutableRefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useShell } from '../plugin/ShellContext.ts';
import type { LeftPlace } from './LeftBehind.ts';

/**
 * Returns the current location of the page for kept state. The user is the one who opened the page.
 */
export function useLeftPlace(): MutableRefObject<LeftPlace> {
  const { http, user } = useShell();
  const { key: entry } = useLocation();
  const [name] = useState(user.current?.name);
  const place = { http, user: name, entry };
  const last = useRef(place);
  last.current = place;
  return last;
}
