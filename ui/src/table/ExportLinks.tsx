import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';

const FORMATS = ['csv', 'json'] as const;

export type ExportUrl = (format: (typeof FORMATS)[number]) => string;

/** The whole list as a file, as it is filtered and sorted. Links, so that the browser shows the progress of the download. */
export function ExportLinks({ url }: { url: ExportUrl }) {
  const text = useText();
  return (
    <span className="ld-table__export">
      {FORMATS.map((format) => {
        const label = format.toUpperCase();
        const name = text(messages.exportAs, { format: label });
        return (
          <a key={format} href={url(format)} download title={name} aria-label={name}>
            {label}
          </a>
        );
      })}
    </span>
  );
}
