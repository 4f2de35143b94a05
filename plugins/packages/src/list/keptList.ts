import { LeftBehind } from '@lading/ui';
import type { PackageListStore } from './PackageListStore.ts';

/**
 * Keeps the list when the user leaves it, so that returning restores its rows and the scroll
 * position.
 */
export const keptList = new LeftBehind<PackageListStore>((store) => store.dispose());
