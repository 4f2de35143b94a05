import type { StorageDay } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { useId } from 'react';
import { messages } from './messages.ts';

/** Days that fit on a phone. */
const SHOWN = 60;

/** Stored bytes per day. The table behind the bars is for screen readers. */
export function Growth({ days }: { readonly days: readonly StorageDay[] }) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const shown = days.slice(-SHOWN);
  const largest = Math.max(1, ...shown.map(({ storedBytes }) => storedBytes));
  return (
    <section aria-labelledby={id} className="admin-storage__section">
      <h2 id={id}>{text(messages.growth)}</h2>
      <div className="admin-storage__days" aria-hidden="true">
        {shown.map(({ day, storedBytes }) => (
          <span
            key={day}
            title={`${day}: ${formats.size(storedBytes)}`}
            style={{ blockSize: `${Math.max(2, (100 * storedBytes) / largest)}%` }}
          />
        ))}
      </div>
      {shown.length < 2 && <p className="ld-soft">{text(messages.growthSoon)}</p>}
      <table className="admin-storage__hidden" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{text(messages.day)}</th>
            <th scope="col">{text(messages.storedSize)}</th>
            <th scope="col">{text(messages.files)}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, storedBytes, files }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{formats.size(storedBytes)}</td>
              <td>{formats.count(files)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
