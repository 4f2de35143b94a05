/** Views that load when a node is shown: one file, because the manifest of each page lists it. */
export { StoredFileView } from '@lading/ui/preview';
export { FolderContents } from '../contents/FolderContents.tsx';
