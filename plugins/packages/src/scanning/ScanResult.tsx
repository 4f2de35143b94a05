import type { Vulnerabilities } from '@lading/contract/rest';
import {
  SEVERITY_LABELS,
  SEVERITY_LETTERS,
  Skeleton,
  useFormats,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import css from './scanning.css?inline';
import { messages, scanStatus } from './scanStatus.ts';

/**
 * The severities that a scan found, each with its letter, or the reason for a missing result.
 * `brief`: short text, for use below a heading; `quiet`: shows nothing if nothing was found.
 */
export const ScanResult = observer(function ScanResult(props: {
  found: Vulnerabilities | null;
  brief?: boolean;
  quiet?: boolean;
}) {
  useStyles(css);
  const shell = useShell();
  const text = useText();
  const formats = useFormats();
  const status = scanStatus(shell, props.found);
  if (status === 'unknown') return <Skeleton width="80px" height="14px" />;
  if ('missing' in status) return <span className="ld-soft">{text(status.missing)}</span>;
  if (status.severities.length === 0)
    return props.quiet ? null : text(props.brief ? messages.noneKnown : messages.nothingFound);
  return (
    <span className="packages-severities">
      {status.severities.map(([severity, count]) => (
        <span key={severity} className={`packages-severity packages-severity--${severity}`}>
          <abbr title={text(SEVERITY_LABELS[severity])}>{text(SEVERITY_LETTERS[severity])}</abbr>{' '}
          {formats.count(count)}
        </span>
      ))}
    </span>
  );
});
