import { useText } from '@lading/ui';
import { Fragment, memo } from 'react';
import type { LogLine } from './LogLines.ts';
import { messages } from './messages.ts';
import { parseLine } from './parseLine.ts';

interface Props {
  readonly line: LogLine;
  /** Text to highlight; empty for none. */
  readonly marked: string;
}

/** A line of the log: time, level, message, and the other fields. */
export const LineView = memo(function LineView({ line, marked }: Props) {
  const text = useText();
  if (line.restarted)
    return <div className="logs-line logs-line--notice">{text(messages[line.restarted])}</div>;
  const parsed = parseLine(line.text);
  if (!parsed)
    return (
      <div className="logs-line">
        <Marked text={line.text} marked={marked} />
      </div>
    );
  const { level, time, message, fields } = parsed;
  return (
    <div className={`logs-line logs-line--${level}`}>
      <span className="logs-time">{time}</span> <span className="logs-level">{level.toUpperCase()}</span>{' '}
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
