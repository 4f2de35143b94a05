/** Widgets in one file: each file of a plugin has an entry in the boot document. */

export { RecentWidget } from '../packages/RecentWidget.tsx';
export { StarredWidget } from '../packages/StarredWidget.tsx';
export { SearchesWidget } from '../searches/SearchesWidget.tsx';
