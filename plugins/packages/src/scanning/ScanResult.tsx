import type { Vulnerabilities } from '@lading/contract/rest';
import { SeverityCounts, Skeleton, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
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
  const shell = useShell();
  const text = useText();
  const status = scanStatus(shell, props.found);
  if (status === 'unknown') return <Skeleton width="80px" height="14px" />;
  if ('missing' in status) return <span className="ld-soft">{text(status.missing)}</span>;
  if (status.severities.length === 0)
    return props.quiet ? null : text(props.brief ? messages.noneKnown : messages.nothingFound);
  return <SeverityCounts counts={status.severities} />;
});
