import type { PluginFailure } from '@lading/contract';
import { Button, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { PluginRecord } from '../../plugins/PluginRecord.ts';
import { useFrame } from '../FrameContext.ts';
import { WideTable } from './WideTable.tsx';

export const PluginTable = observer(function PluginTable() {
  const { plugins } = useFrame();
  return (
    <section aria-labelledby="lading-plugins">
      <h2 id="lading-plugins">Plug-ins</h2>
      <WideTable labelledBy="lading-plugins">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Version</th>
            <th scope="col">State</th>
            <th scope="col">Class</th>
            <th scope="col">Cause</th>
            <th scope="col">Time</th>
            <th scope="col">
              <span className="ld-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plugins.records.map((record) => (
            <PluginRows key={record.specifier} record={record} />
          ))}
        </tbody>
      </WideTable>
    </section>
  );
});

const PluginRows = observer(function PluginRows({ record }: { record: PluginRecord }) {
  const { plugins } = useFrame();
  const { state } = record;
  const failure = state.status === 'failed' ? state.failure : undefined;
  return (
    <>
      <tr data-plugin-row={record.name}>
        <th scope="row" title={record.specifier}>
          {record.name}
        </th>
        <td className="ld-mono">{record.version}</td>
        <td>{state.status}</td>
        <FailureCells failure={failure} />
        <td>
          {failure && <Button label="Retry" icon="refresh" onClick={() => void plugins.retry(record)} />}
        </td>
      </tr>
      {record.incidents.map((incident) => (
        <tr key={`${incident.time} ${incident.cause}`}>
          <td colSpan={3}>
            <span className="ld-soft">before</span>
          </td>
          <FailureCells failure={incident} />
          <td />
        </tr>
      ))}
    </>
  );
});

function FailureCells({ failure }: { failure: PluginFailure | undefined }) {
  return (
    <>
      <td>{failure?.class}</td>
      <td className="lading-cause">{failure?.cause}</td>
      <td>{failure && <When date={new Date(failure.time).toISOString()} />}</td>
    </>
  );
}
