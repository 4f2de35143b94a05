import type { FilePreview } from '@lading/contract/rest';
import { Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo } from 'react';
import { messages } from './messages.ts';
import { contentUrl, fetchPreview, type ShownFile } from './previewApi.ts';
import { TextView } from './TextView.tsx';

const NOTHING: FilePreview = { state: 'text', text: '' };

interface Props {
  readonly file: ShownFile;
  /** Shown for an archive. */
  readonly archive?: ReactNode;
}

/** The text or image of a file, or why neither is shown. */
export const ContentView = observer(function ContentView({ file, archive }: Props) {
  const { http } = useShell();
  const text = useText();
  const preview = useMemo(
    () => new Fetched<FilePreview>(NOTHING, (signal) => fetchPreview(http, file, signal)),
    [http, file],
  );
  useEffect(() => () => preview.dispose(), [preview]);
  const name = file.entry ?? file.path;
  return (
    <FetchedView fetched={preview} failure={text(messages.previewFailed)}>
      {({ state, text: content }) => {
        if (state === 'image') return <img className="ld-preview__image" src={contentUrl(file)} alt={name} />;
        if (state === 'text') return <TextView file={file} content={content} />;
        if (state === 'archive') return archive ?? <p>{text(messages.binary)}</p>;
        return <p>{text(messages[state])}</p>;
      }}
    </FetchedView>
  );
});
