import { buttonClass, Icon, useText } from '@lading/ui';
import type { ArtifactQuery } from './artifactQuery.ts';
import { exportAddress } from './artifactsApi.ts';
import { messages } from './messages.ts';

/**
 * Export of all results. Links rather than buttons, so that the browser shows the download
 * progress.
 */
export function ExportLinks(props: { query: ArtifactQuery; disabled: boolean }) {
  const text = useText();
  if (props.disabled) return null;
  const link = (format: 'csv' | 'json', label: string) => (
    <a
      className={buttonClass('plain')}
      href={exportAddress(props.query, format)}
      download={`artifacts.${format}`}
    >
      <Icon name="download" size={16} />
      {label}
    </a>
  );
  return (
    <>
      {link('csv', text(messages.exportCsv))}
      {link('json', text(messages.exportJson))}
    </>
  );
}
