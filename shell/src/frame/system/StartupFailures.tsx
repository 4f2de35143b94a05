import { Button } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';

/** What of the platform could not be fetched after the first screen, each with a way to try again. */
export const StartupFailures = observer(function StartupFailures() {
  const { platformData } = useFrame();
  if (platformData.failures.size === 0) return null;
  return (
    <section aria-labelledby="lading-startup">
      <h2 id="lading-startup">Calls of the start</h2>
      <ul>
        {[...platformData.failures].map(([name, cause]) => (
          <li key={name}>
            {name}: {cause}{' '}
            <Button
              kind="quiet"
              icon="refresh"
              label={`Retry ${name}`}
              onClick={() => void platformData.retry(name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});
