import type { ImportMapStatus } from '@lading/contract/rest';
import { ErrorState, Rich, Skeleton, useText, When } from '@lading/ui';
import { useCallback, useEffect, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { diagnostics } from './messages.ts';
import { WideTable } from './WideTable.tsx';

const STATUS = '/ui/api/v1/lading/importmap';

type Loaded = { status: ImportMapStatus } | { cause: string } | undefined;

/** Which import map is in service, and why an edit of the operator's file was refused. */
export function ImportMapPanel() {
  const { http, log } = useFrame();
  const text = useText();
  const [loaded, setLoaded] = useState<Loaded>();
  const load = useCallback(() => {
    setLoaded(undefined);
    http.json<ImportMapStatus>(STATUS).then(
      (status) => setLoaded({ status }),
      (error: unknown) => setLoaded({ cause: log.causeOf(error) }),
    );
  }, [http, log]);
  useEffect(load, [load]);
  return (
    <section aria-labelledby="lading-map">
      <h2 id="lading-map">{text(diagnostics.map)}</h2>
      {!loaded && <Skeleton width="60%" />}
      {loaded && 'cause' in loaded && (
        <ErrorState what={text(diagnostics.mapFailed)} cause={loaded.cause} onRetry={load} />
      )}
      {loaded && 'status' in loaded && <Status status={loaded.status} />}
    </section>
  );
}

function Status({ status }: { status: ImportMapStatus }) {
  const text = useText();
  const { refused, file, present, since, entries } = status;
  const name = <code>{file}</code>;
  return (
    <>
      {refused && (
        <p className="lading-refused" role="alert">
          <Rich
            message={diagnostics.mapRefused}
            values={{ line: refused.line, reason: refused.reason }}
            elements={{ file: name }}
          />
        </p>
      )}
      <p>
        <Rich
          message={present ? diagnostics.mapPresent : diagnostics.mapAbsent}
          elements={{ file: name, since: <When date={since} /> }}
        />
      </p>
      <WideTable labelledBy="lading-map">
        <thead>
          <tr>
            <th scope="col">{text(diagnostics.entry)}</th>
            <th scope="col">{text(diagnostics.address)}</th>
            <th scope="col">{text(diagnostics.from)}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.specifier}>
              <th scope="row" className="ld-mono">
                {entry.specifier}
              </th>
              <td className="ld-mono">{entry.address ?? text(diagnostics.off)}</td>
              <td>{entry.from}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  );
}
