import type { ImportMapStatus } from '@lading/contract/rest';
import { Skeleton, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { diagnostics } from './pageMessages.ts';
import type { Called } from './useCall.ts';

/**
 * Plugin failures of the last 24 hours, in this browser and on the server, including fixed ones.
 */
export const FailureList = observer(function FailureList(props: { server: Called<ImportMapStatus> }) {
  const { server } = props;
  const { plugins } = useFrame();
  const text = useText();
  const here = plugins.history.entries.map(({ plugin, version, class: kind, cause, time }) => ({
    time: new Date(time).toISOString(),
    detail: `${plugin} ${version}: ${kind}: ${cause}`,
  }));
  return (
    <section aria-labelledby="lading-past">
      <h2 id="lading-past">{text(diagnostics.past)}</h2>
      <h3>{text(diagnostics.pastHere)}</h3>
      <Failures failures={here} />
      <h3>{text(diagnostics.pastServer)}</h3>
      {!server && <Skeleton width="60%" />}
      {server && 'cause' in server && <p role="status">{text(diagnostics.pastUnknown)}</p>}
      {server && 'answer' in server && <Failures failures={server.answer.failures} />}
    </section>
  );
});

function Failures({ failures }: { failures: readonly { time: string; detail: string }[] }) {
  const text = useText();
  if (failures.length === 0) return <p>{text(diagnostics.pastNone)}</p>;
  return (
    <ul className="lading-failures">
      {failures.map(({ time, detail }) => (
        <li key={`${time} ${detail}`}>
          <span>{detail}</span>
          <When date={time} />
        </li>
      ))}
    </ul>
  );
}
