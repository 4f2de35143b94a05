/**
 * One file for content that few pages show: each file of a plugin has an entry in the boot
 * document.
 */

export { PlainInstall } from './install/PlainInstall.tsx';
export { EmptyConsole } from './list/EmptyConsole.tsx';
export { isUnfinished } from './list/isUnfinished.ts';
export { RarePackageFilters } from './list/RarePackageFilters.tsx';
export { SearchCompletions } from './list/SearchCompletions.tsx';
export { SearchNotes } from './list/SearchNotes.tsx';
export { SimilarNote } from './list/SimilarNote.tsx';
export { NoticeList } from './notices/NoticeList.tsx';
export { RareVersionFilters } from './package/RareVersionFilters.tsx';
export { UnknownPackage } from './package/UnknownPackage.tsx';
export { SavedSearchesDialog } from './saved/SavedSearchesDialog.tsx';
