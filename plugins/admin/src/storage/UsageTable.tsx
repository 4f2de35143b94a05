import type { StorageCounts, StorageKind } from '@lading/contract/rest';
import { Button, useFormats, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { useId, useState } from 'react';
import { KeyGrowth } from './KeyGrowth.tsx';
import { messages } from './messages.ts';

interface Row extends StorageCounts {
  readonly key: string;
  readonly grownBytes?: number;
  readonly quotaBytes?: number;
}

interface Props {
  readonly kind: StorageKind;
  readonly heading: string;
  /** Largest first. */
  readonly rows: readonly Row[];
  readonly nameOf?: (key: string) => string;
}

/** Rows that are shown at first: an instance can have thousands of repositories. */
const FIRST = 20;
/** Share of a quota from which administrators are warned. */
const WARNING = 0.8;

/** Sizes with bars, relative to the largest. */
export function UsageTable({ kind, heading, rows, nameOf = (key) => key }: Props) {
  const text = useText();
  const id = useId();
  const [all, setAll] = useState(false);
  const largest = Math.max(1, ...rows.map(({ bytes }) => bytes));
  const hasQuotas = rows.some(({ quotaBytes }) => quotaBytes !== undefined);
  const heads = ['name', 'share', 'size', 'storedSize', 'grown', 'files'] as const;
  const [shown, setShown] = useState<string>();
  return (
    <section aria-labelledby={id} className="admin-storage__section">
      <h2 id={id}>{heading}</h2>
      <div className="admin-storage__scroll">
        <table className="admin-storage__table" aria-labelledby={id}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {text(messages[head])}
                </th>
              ))}
              {hasQuotas && <th scope="col">{text(messages.quota)}</th>}
            </tr>
          </thead>
          <tbody>
            {(all ? rows : rows.slice(0, FIRST)).map((row) => (
              <UsageRow
                key={row.key}
                row={row}
                name={nameOf(row.key)}
                largest={largest}
                hasQuotas={hasQuotas}
                onOpen={() => setShown(row.key)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown !== undefined && (
        <KeyGrowth
          key={shown}
          kind={kind}
          of={shown}
          name={nameOf(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
      {!all && rows.length > FIRST && (
        <Button label={text(messages.showAll, { count: rows.length })} onClick={() => setAll(true)} />
      )}
    </section>
  );
}

interface RowProps {
  readonly row: Row;
  readonly name: string;
  readonly largest: number;
  readonly hasQuotas: boolean;
  readonly onOpen: () => void;
}

function UsageRow({ row, name, largest, hasQuotas, onOpen }: RowProps) {
  const formats = useFormats();
  const text = useText();
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="admin-storage__name"
          aria-label={text(messages.showGrowth, { name })}
          onClick={onOpen}
        >
          {name}
        </button>
      </th>
      <td className="admin-storage__share">
        <span
          className="admin-storage__bar"
          style={{ inlineSize: `${(100 * row.bytes) / largest}%` }}
          hidden={row.bytes === 0}
        />
      </td>
      <td>{formats.size(row.bytes)}</td>
      <td>{formats.size(row.storedBytes)}</td>
      <td title={row.grownBytes === undefined ? text(messages.grownUnknown) : undefined}>
        {row.grownBytes === undefined ? '?' : signed(row.grownBytes, (bytes) => formats.size(bytes))}
      </td>
      <td>{formats.count(row.files)}</td>
      {hasQuotas && (
        <td>
          <Quota bytes={row.bytes} quota={row.quotaBytes} />
        </td>
      )}
    </tr>
  );
}

function signed(bytes: number, size: (bytes: number) => string): string {
  if (bytes === 0) return size(0);
  return bytes > 0 ? `+${size(bytes)}` : `−${size(-bytes)}`;
}

function Quota({ bytes, quota }: { readonly bytes: number; readonly quota: number | undefined }) {
  const formats = useFormats();
  if (quota === undefined) return null;
  const used = bytes / quota;
  return (
    <Badge state={used >= 1 ? 'bad' : used >= WARNING ? 'warning' : 'good'}>
      {`${Math.round(100 * used)} % / ${formats.size(quota)}`}
    </Badge>
  );
}
