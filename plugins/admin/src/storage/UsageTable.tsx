import type { StorageCounts } from '@lading/contract/rest';
import { Button, useFormats, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { useId, useState } from 'react';
import { messages } from './messages.ts';

interface Row extends StorageCounts {
  readonly key: string;
  readonly quotaBytes?: number;
}

interface Props {
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
export function UsageTable({ heading, rows, nameOf = (key) => key }: Props) {
  const text = useText();
  const id = useId();
  const [all, setAll] = useState(false);
  const largest = Math.max(1, ...rows.map(({ bytes }) => bytes));
  const hasQuotas = rows.some(({ quotaBytes }) => quotaBytes !== undefined);
  const heads = ['name', 'share', 'size', 'storedSize', 'files'] as const;
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
              />
            ))}
          </tbody>
        </table>
      </div>
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
}

function UsageRow({ row, name, largest, hasQuotas }: RowProps) {
  const formats = useFormats();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="admin-storage__share">
        <span
          className="admin-storage__bar"
          style={{ inlineSize: `${(100 * row.bytes) / largest}%` }}
          hidden={row.bytes === 0}
        />
      </td>
      <td>{formats.size(row.bytes)}</td>
      <td>{formats.size(row.storedBytes)}</td>
      <td>{formats.count(row.files)}</td>
      {hasQuotas && (
        <td>
          <Quota bytes={row.bytes} quota={row.quotaBytes} />
        </td>
      )}
    </tr>
  );
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
