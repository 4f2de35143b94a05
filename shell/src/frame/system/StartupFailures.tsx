import { Button, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { STARTUP_CALLS } from '../../startup/startupCalls.ts';
import { useFrame } from '../FrameContext.ts';
import { diagnostics } from './pageMessages.ts';

/** Platform data that failed to load, each with Retry. */
export const StartupFailures = observer(function StartupFailures() {
  const { initialData, platformData } = useFrame();
  const text = useText();
  const failures = [
    ...[...initialData.failures].map(([name, cause]) => ({
      name: LABELS[name],
      cause,
      retry: () => initialData.retry(),
    })),
    ...[...platformData.failures].map(([name, cause]) => ({
      name: STARTUP_CALLS.find((call) => call.name === name)?.label ?? name,
      cause,
      retry: () => platformData.retry(name),
    })),
  ];
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby="lading-startup">
      <h2 id="lading-startup">{text(diagnostics.calls)}</h2>
      <ul className="lading-failures">
        {failures.map(({ name, cause, retry }) => (
          <li key={name}>
            <span>
              {name}: {cause}
            </span>
            <Button
              kind="quiet"
              icon="refresh"
              label={text(diagnostics.retryCall, { call: name })}
              onClick={() => void retry()}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});

const LABELS = { footer: 'Footer', features: 'Features' } as const;
