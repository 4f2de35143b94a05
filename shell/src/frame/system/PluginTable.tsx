import type { PluginFailure } from '@lading/contract';
import { Button, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { messages as core } from '../../messages.ts';
import type { PluginRecord } from '../../plugins/PluginRecord.ts';
import { useFrame } from '../FrameContext.ts';
import { diagnostics } from './pageMessages.ts';
import { WideTable } from './WideTable.tsx';

const STATES = {
  pending: diagnostics.notLoaded,
  loading: diagnostics.loading,
  ready: diagnostics.ready,
  mounted: diagnostics.mounted,
  failed: diagnostics.failedState,
} as const;

export const PluginTable = observer(function PluginTable() {
  const { plugins, state } = useFrame();
  const text = useText();
  const pages = { count: state.mfePaths.length, plugins: state.mfeRoutes.size };
  return (
    <section aria-labelledby="lading-plugins">
      <h2 id="lading-plugins">{text(diagnostics.plugins)}</h2>
      <p className="ld-soft">{text(diagnostics.pageCount, pages)}</p>
      <WideTable labelledBy="lading-plugins">
        <thead>
          <tr>
            <th scope="col">{text(diagnostics.name)}</th>
            <th scope="col">{text(diagnostics.version)}</th>
            <th scope="col">{text(diagnostics.state)}</th>
            <th scope="col">{text(diagnostics.class)}</th>
            <th scope="col">{text(diagnostics.cause)}</th>
            <th scope="col">{text(diagnostics.time)}</th>
            <th scope="col">{text(diagnostics.pages)}</th>
            <th scope="col">
              <span className="ld-hidden">{text(diagnostics.actions)}</span>
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
  const { plugins, state: shell } = useFrame();
  const text = useText();
  const { state } = record;
  const routes = shell.mfeRoutes.get(record.name) ?? [];
  const failure = state.status === 'failed' ? state.failure : undefined;
  return (
    <>
      <tr data-plugin-row={record.name}>
        <th scope="row" title={record.specifier}>
          {record.name}
        </th>
        <td className="ld-mono">{record.version}</td>
        <td className="lading-state">{text(STATES[state.status])}</td>
        <FailureCells failure={failure} />
        <td>
          {routes.length > 0 && (
            <details>
              <summary>{routes.length}</summary>
              <ul className="ld-mono">
                {routes.map(({ path }) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
            </details>
          )}
        </td>
        <td>
          {failure && (
            <Button label={text(core.retry)} icon="refresh" onClick={() => void plugins.retry(record)} />
          )}
        </td>
      </tr>
      {record.frame && <FrameRow left={record.frame.left} isNew={record.removed} />}
      {record.incidents.map((incident) => (
        <tr key={`${incident.time} ${incident.cause}`}>
          <td colSpan={3}>
            <span className="ld-soft">{text(diagnostics.before)}</span>
          </td>
          <FailureCells failure={incident} />
          <td colSpan={2} />
        </tr>
      ))}
    </>
  );
});

/** `isNew`: the page was loaded when the plugin was trusted. */
function FrameRow({ left, isNew }: { left: readonly string[]; isNew: boolean }) {
  const text = useText();
  const kinds = left.join(', ');
  const isWhole = left.length === 0;
  const now = isWhole ? text(diagnostics.untrusted) : text(diagnostics.untrustedLeft, { kinds });
  return (
    <tr>
      <td colSpan={8} className="ld-soft">
        {isNew ? text(diagnostics.untrustedNow) : now}
      </td>
    </tr>
  );
}

function FailureCells({ failure }: { failure: PluginFailure | undefined }) {
  return (
    <>
      <td>{failure?.class}</td>
      <td className="lading-cause">{failure?.cause}</td>
      <td>{failure && <When date={new Date(failure.time).toISOString()} />}</td>
    </>
  );
}
