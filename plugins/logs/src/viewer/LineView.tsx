import { useText } from '@lading/ui';
import { Fragment, memo } from 'react';
import type { LogLine } from './LogLines.ts';
import { messages } from './messages.ts';
import { parseLine } from './parseLine.ts';
import { lineAddress } from './view.ts';

interface Props {
  readonly line: LogLine;
  /** Text to highlight; empty for none. */
  readonly marked: string;
  /** The line of the page's link. */
  readonly linked: boolean;
  /** Shows the node and the file of the line. */
  readonly withNode: boolean;
  readonly withFile: boolean;
  readonly onLink: (line: LogLine) => void;
}

/** A line of the log: time, level, message, and the other fields. */
export const LineView = memo(function LineView({ line, marked, linked, withNode, withFile, onLink }: Props) {
  const text = useText();
  if (line.notice) return <div className="logs-line logs-line--notice">{text(messages[line.notice])}</div>;
  const parsed = parseLine(line.text);
  if (!parsed)
    return (
      <div className={`logs-line ${linked ? 'logs-line--linked' : ''}`}>
        <Marked text={line.text} marked={marked} />
      </div>
    );
  const { level, time, message, fields } = parsed;
  return (
    <div
      className={`logs-line logs-line--${level} ${linked ? 'logs-line--linked' : ''}`}
      aria-current={linked ? 'true' : undefined}
    >
      {line.position === undefined ? (
        <span className="logs-time">{time}</span>
      ) : (
        <a
          className="logs-time"
          href={`/ui${lineAddress(line)}`}
          aria-label={text(messages.linkTo, { time })}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onLink(line);
          }}
        >
          {time}
        </a>
      )}{' '}
      <span className="logs-level">{level.toUpperCase()}</span>{' '}
      {withNode && <span className="ld-soft">{line.source.node} </span>}
      {withFile && <span className="ld-soft">{line.source.file} </span>}
      <span>
        <Marked text={message} marked={marked} />
      </span>{' '}
      <span className="ld-soft">
        <Marked text={fields} marked={marked} />
      </span>
    </div>
  );
});

function Marked({ text, marked }: { text: string; marked: string }) {
  if (marked === '') return text;
  const lower = text.toLowerCase();
  const wanted = marked.toLowerCase();
  const parts: { at: number; text: string; hit: boolean }[] = [];
  for (let at = 0; at < text.length; ) {
    const found = lower.indexOf(wanted, at);
    const end = found < 0 ? text.length : found;
    if (end > at) parts.push({ at, text: text.slice(at, end), hit: false });
    if (found < 0) break;
    parts.push({ at: found, text: text.slice(found, found + wanted.length), hit: true });
    at = found + wanted.length;
  }
  return parts.map(({ at, text: part, hit }) => (
    <Fragment key={at}>{hit ? <mark className="logs-mark">{part}</mark> : part}</Fragment>
  ));
}
