import { Button, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { LogViewer } from './LogViewer.ts';
import { messages } from './messages.ts';

export const CountdownBar = observer(function CountdownBar(props: {
  viewer: LogViewer;
  onReset: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { viewer, onReset } = props;
  const { countdown, lines } = viewer;
  const { seconds, paused } = countdown;
  return (
    <div className="logs-countdown">
      <span role="timer" className="logs-timer">
        {paused ? (
          text(messages.paused)
        ) : (
          <>
            {text(messages.refreshing)} <strong>{text(messages.seconds, { count: seconds })}</strong>
          </>
        )}
      </span>
      {paused ? (
        <Button kind="quiet" label={text(messages.resume)} onClick={() => countdown.resume()} />
      ) : (
        <Button kind="quiet" label={text(messages.pause)} onClick={() => countdown.pause()} />
      )}
      <Button
        kind="quiet"
        icon="refresh"
        label={text(messages.refresh)}
        busy={viewer.busy}
        onClick={() => void viewer.refresh()}
      />
      <Button kind="quiet" label={text(messages.reset)} onClick={onReset} />
      {lines.modified > 0 && (
        <span className="ld-soft">
          {text(messages.updated, { when: formats.absolute(new Date(lines.modified).toISOString()) })}
        </span>
      )}
    </div>
  );
});
