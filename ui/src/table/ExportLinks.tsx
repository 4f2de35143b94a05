import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';

const FORMATS = ['csv', 'json'] as const;

export type ExportUrl = (format: (typeof FORMATS)[number]) => string;

/**
 * Downloads the complete list with its filters and order. Links let the browser show the progress.
 */
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
