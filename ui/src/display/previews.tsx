import { useText } from '../language/useText.ts';
import { Lazy } from '../plugin/Lazy.tsx';
import type { StoredFile } from '../preview/previewApi.ts';
import { messages } from './messages.ts';

const archive = () => import('../preview/ArchiveView.tsx').then(({ ArchiveView }) => ArchiveView);
const stored = () => import('../preview/StoredFileView.tsx').then(({ StoredFileView }) => StoredFileView);

/** The files within a stored archive, as a tree with previews. Loaded when it is first shown. */
export function ArchiveFiles(props: StoredFile) {
  const text = useText();
  return <Lazy load={archive} props={props} failure={text(messages.previewNotLoaded)} />;
}

/** The content of a stored file: a text, an image, or the files within an archive. */
export function StoredFilePreview(props: StoredFile) {
  const text = useText();
  return <Lazy load={stored} props={props} failure={text(messages.previewNotLoaded)} />;
}
