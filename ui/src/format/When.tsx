import { useFormats } from './useFormats.ts';

/** How long ago; the date itself on hover. */
export function When(props: { date: string }) {
  const formats = useFormats();
  return (
    <time dateTime={props.date} title={formats.absolute(props.date)}>
      {formats.relative(props.date)}
    </time>
  );
}
