import { useFormats, useStyles, useText } from '@lading/ui';
import { Sparkline } from '@lading/ui/charts';
import css from './downloads.css?inline';
import { SPARKLINE_DAYS } from './downloadsApi.ts';
import { messages } from './messages.ts';

/**
 * Shows the number of downloads of a version, with a sparkline of recent days if there were any.
 */
export function DownloadCount(props: { count: number; recent: readonly number[] | undefined }) {
  useStyles(css);
  const { count, recent } = props;
  const text = useText();
  const formats = useFormats();
  const inPeriod = recent?.reduce((total, value) => total + value, 0) ?? 0;
  return (
    <span className="packages-downloads__count">
      {recent && inPeriod > 0 && (
        <Sparkline
          values={recent}
          label={text(messages.inPeriod, { count: inPeriod, days: formats.count(SPARKLINE_DAYS) })}
        />
      )}
      {formats.count(count)}
    </span>
  );
}
