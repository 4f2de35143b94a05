import { LeftBehind } from '@lading/ui';
import type { PackageListStore } from './PackageListStore.ts';

/** The list that is left, so that going back to it finds its rows where they were. */
export const keptList = new LeftBehind<PackageListStore>((store) => store.dispose());
