import { Button, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { LogViewer } from './LogViewer.ts';
import { messages } from './messages.ts';

export const CountdownBar = observer(function CountdownBar(props: {
  viewer: LogViewer;
  onLive: (live: boolean) => void;
  onReset: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { viewer, onLive, onReset } = props;
  const { countdown, lines, live, stream, unreachable } = viewer;
  const isStreaming = stream.state === 'open' && !unreachable.any;
  const { seconds, paused } = countdown;
  return (
    <div className="logs-countdown">
      <label className="logs-check">
        <input type="checkbox" checked={live} onChange={(event) => onLive(event.target.checked)} />
        {text(messages.live)}
      </label>
      <span role="timer" className="logs-timer">
        {paused ? (
          text(messages.paused)
        ) : isStreaming ? (
          text(messages.streaming)
        ) : (
          <>
            {text(messages.refreshing)} <strong>{text(messages.seconds, { count: seconds })}</strong>
          </>
        )}
      </span>
      {paused ? (
        <Button kind="quiet" label={text(messages.resume)} onClick={() => viewer.resume()} />
      ) : (
        <Button kind="quiet" label={text(messages.pause)} onClick={() => viewer.pause()} />
      )}
      <Button
        kind="quiet"
        icon="refresh"
        label={text(messages.refresh)}
        busy={viewer.busy}
        disabled={isStreaming}
        onClick={() => void viewer.refresh()}
      />
      <Button kind="quiet" label={text(messages.reset)} onClick={onReset} />
      {lines.modified > 0 && (
        <span className="ld-soft">
          {text(messages.updated, { when: formats.absolute(new Date(lines.modified).toISOString()) })}
        </span>
      )}
      {live && stream.state === 'failed' && !paused && (
        <span className="ld-soft">{text(messages.notLive)}</span>
      )}
    </div>
  );
});
