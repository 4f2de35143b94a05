/** What few pages show, in one file: each file of a plugin has an entry in the boot document. */

export { PlainInstall } from './install/PlainInstall.tsx';
export { completionsOf } from './list/completions.ts';
export { EmptyConsole } from './list/EmptyConsole.tsx';
export { RarePackageFilters } from './list/RarePackageFilters.tsx';
export { NoticeList } from './notices/NoticeList.tsx';
export { RareVersionFilters } from './package/RareVersionFilters.tsx';
export { UnknownPackage } from './package/UnknownPackage.tsx';
