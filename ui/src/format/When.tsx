import { useFormats } from './useFormats.ts';

/** How long ago; the date itself on hover, formatted only then: a browser's first date formatter takes milliseconds. */
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
