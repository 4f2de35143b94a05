import type { StorageDay } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { DayChart } from '@lading/ui/charts';
import { useId, useMemo } from 'react';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;

interface Props {
  readonly heading: string;
  readonly level: 'h2' | 'h3';
  /** Oldest first. A day without calculation has no entry. */
  readonly days: readonly StorageDay[];
  /** Name of the CSV file, without its ending. */
  readonly file: string;
}

/** Stored bytes per day. */
export function Growth({ heading, level: Heading, days, file }: Props) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const [first] = days;
  const values = useMemo(() => everyDay(days), [days]);
  return (
    <section className="admin-storage__section" aria-labelledby={id}>
      <Heading id={id}>{heading}</Heading>
      {first && (
        <DayChart
          title={heading}
          from={first.day}
          values={values}
          marks="bytes"
          valueText={(bytes) => formats.size(bytes)}
          file={file}
        />
      )}
      {days.length < 2 && <p className="ld-soft">{text(first ? messages.growthSoon : messages.noGrowth)}</p>}
    </section>
  );
}

/** Stored bytes of each day since the first. A day without entry is as the one before. */
function everyDay(days: readonly StorageDay[]): number[] {
  const values: number[] = [];
  const first = Date.parse(days[0]?.day ?? '');
  for (const { day, storedBytes } of days) {
    const at = Math.round((Date.parse(day) - first) / DAY_MS);
    while (values.length < at) values.push(values.at(-1) ?? 0);
    values.push(storedBytes);
  }
  return values;
}
