/** Two widgets in one file: each file of a plugin has an entry in the boot document. */

export { RecentWidget } from './RecentWidget.tsx';
export { StarredWidget } from './StarredWidget.tsx';
