import type { BundlePreview, BundleSource } from '@lading/contract/rest';
import { Button, Fetched, FormFailure, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { previewContent } from '../bundlesApi.ts';
import { messages } from './messages.ts';
import { type BundleValues, hasSource, listedSource } from './newBundle.ts';

/** Previews the exact content on request; a change of the source discards the preview. */
export const ContentPreview = observer(function ContentPreview({ values }: { values: BundleValues }) {
  const { http } = useShell();
  const text = useText();
  const source = JSON.stringify(listedSource(values));
  const preview = useMemo(
    () =>
      new Fetched<BundlePreview | undefined>(undefined, (signal) =>
        previewContent(http, JSON.parse(source) as BundleSource, signal),
      ),
    [http, source],
  );
  useEffect(() => () => preview.dispose(), [preview]);
  return (
    <div className="bundles-content-preview">
      <Button
        label={text(messages.previewContent)}
        busy={preview.status === 'busy'}
        disabled={!hasSource(values)}
        onClick={() => void preview.fetch()}
      />
      {preview.error && <FormFailure text={text(messages.contentFailed, { cause: preview.error.message })} />}
      {preview.value && <Content preview={preview.value} />}
    </div>
  );
});

function Content({ preview: { artifacts, bytes, lines } }: { preview: BundlePreview }) {
  const text = useText();
  const formats = useFormats();
  return (
    <div className="bundles-plan">
      <p role="status">{text(messages.willContain, { count: artifacts, size: formats.size(bytes) })}</p>
      <ul>
        {lines.map(({ path, size }) => (
          <li key={path}>
            <span className="ld-mono">{path}</span>{' '}
            <span className="ld-soft ld-numbers">{formats.size(size)}</span>
          </li>
        ))}
      </ul>
      {artifacts > lines.length && (
        <p className="ld-soft">{text(messages.someArtifacts, { count: lines.length })}</p>
      )}
    </div>
  );
}
