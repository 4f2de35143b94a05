import { useState } from 'react';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './export.css?inline';
import type { RowSource } from './RowSource.ts';
import type { ExportFormat } from './TableExtension.ts';

const FORMATS = ['csv', 'json'] as const;

export type ExportUrl = (format: ExportFormat) => string;

/** Returns rows with the values that the server does not know. */
export type CompleteRows<Row> = (rows: readonly Row[], format: ExportFormat) => Promise<readonly object[]>;

interface Props<Row> {
  /** URL of the file, if the server exports the list: the browser then shows the progress. */
  readonly url: ExportUrl | undefined;
  /** The list, which the browser saves otherwise. */
  readonly rows: RowSource<Row>;
  /** Given if the file needs more than the server knows: the browser saves it. */
  readonly complete: CompleteRows<Row> | undefined;
  /** Name of the file that the browser saves, without its type. */
  readonly name: string;
  /** The first and the last row in view. */
  readonly shown: readonly [number, number];
}

/** Downloads the complete list with its filters and order. */
export function ExportLinks<Row>({ url, rows, complete, name: fileName, shown: [first, last] }: Props<Row>) {
  useStyles(css);
  const text = useText();
  const { notifications } = useShell();
  const [busy, setBusy] = useState(false);
  const start = (format: ExportFormat) => {
    setBusy(true);
    import('./saveRows.ts')
      .then(({ saveRows }) => saveRows(rows, format, fileName, complete))
      .catch(({ message: cause }: Error) => notifications.error(text(messages.exportFailed, { cause })))
      .finally(() => {
        setBusy(false);
        // Saving may have dropped the pages in view.
        rows.want(first, Math.max(first, last));
      });
  };
  return (
    <span className="ld-table__export">
      {FORMATS.map((format) => {
        const label = format.toUpperCase();
        const name = text(messages.exportAs, { format: label });
        return url && !complete ? (
          <a key={format} href={url(format)} download title={name} aria-label={name}>
            {label}
          </a>
        ) : (
          <button
            key={format}
            type="button"
            title={name}
            aria-label={name}
            aria-disabled={busy}
            onClick={() => !busy && start(format)}
          >
            {label}
          </button>
        );
      })}
    </span>
  );
}
