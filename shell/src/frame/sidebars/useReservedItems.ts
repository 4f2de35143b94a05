import type { MenuItemContribution } from '@lading/contract';
import { useEffect, useMemo } from 'react';
import type { Sidebar } from '../../state/ShellState.ts';
import { useFrame } from '../FrameContext.ts';

/**
 * Returns the items that the sidebar had in this browser when the platform's data was last known,
 * and that the current user's data hasn't decided on yet. Their places stay free, so that items
 * that are shown late don't move others.
 */
export function useReservedItems(
  name: Sidebar,
  shown: readonly MenuItemContribution[],
): readonly MenuItemContribution[] {
  const { platformData, registry, storage } = useFrame();
  const key = `menu.${name}`;
  const kept = useMemo(() => storage.get(key)?.split(' ') ?? [], [storage, key]);
  const ready = platformData.state === 'ready';
  const paths = shown.map(({ path }) => path).join(' ');
  useEffect(() => {
    if (ready && storage.get(key) !== paths) storage.set(key, paths);
  }, [ready, storage, key, paths]);
  if (ready) return [];
  return registry
    .list('menuItems')
    .map(({ value }) => value)
    .filter((item) => item.sidebar === name && kept.includes(item.path) && !shown.includes(item));
}
