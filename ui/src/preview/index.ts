/**
 * Views of files and archives. Plugins bundle them into code that they load when a file is shown,
 * so that they are not among the shared modules, which every page lists.
 */
export { ArchiveView } from './ArchiveView.tsx';
export { StoredFileView } from './StoredFileView.tsx';
