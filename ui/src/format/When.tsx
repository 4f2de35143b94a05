import { useFormats } from './useFormats.ts';

/**
 * Shows how long ago a date was; formats the date itself only on hover, because the first date
 * formatter takes a browser milliseconds.
 */
export function When({ date }: { date: string }) {
  const formats = useFormats();
  return (
    <time
      dateTime={date}
      onPointerEnter={(event) => {
        event.currentTarget.title = formats.absolute(date);
      }}
    >
      {formats.relative(date)}
    </time>
  );
}
