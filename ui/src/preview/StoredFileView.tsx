import { useStyles } from '@lading/ui';
import { useMemo } from 'react';
import { ArchiveView } from './ArchiveView.tsx';
import { ContentView } from './ContentView.tsx';
import css from './preview.css?inline';
import type { StoredFile } from './previewApi.ts';

/** The content of a stored file: a text, an image, or the files within an archive. */
export function StoredFileView({ repoKey, path }: StoredFile) {
  useStyles(css);
  const file = useMemo(() => ({ repoKey, path }), [repoKey, path]);
  return (
    <div className="ld-preview">
      <ContentView file={file} archive={<ArchiveView {...file} />} />
    </div>
  );
}
