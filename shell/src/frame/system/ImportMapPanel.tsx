import type { ImportMapStatus } from '@lading/contract/rest';
import { ErrorState, Skeleton, When } from '@lading/ui';
import { useCallback, useEffect, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { WideTable } from './WideTable.tsx';

const STATUS = '/ui/api/v1/lading/importmap';

type Loaded = { status: ImportMapStatus } | { cause: string } | undefined;

/** Which import map is in service, and why an edit of the operator's file was refused. */
export function ImportMapPanel() {
  const { http, log } = useFrame();
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
      <h2 id="lading-map">Import map</h2>
      {!loaded && <Skeleton width="60%" />}
      {loaded && 'cause' in loaded && (
        <ErrorState what="The import map's state could not be fetched" cause={loaded.cause} onRetry={load} />
      )}
      {loaded && 'status' in loaded && <Status status={loaded.status} />}
    </section>
  );
}

function Status({ status }: { status: ImportMapStatus }) {
  const { refused, file, present, since, entries } = status;
  return (
    <>
      {refused && (
        <p className="lading-refused" role="alert">
          The last edit of <code>{file}</code> was refused, and the map before it stays in service: line{' '}
          {refused.line}: {refused.reason}
        </p>
      )}
      <p>
        {present ? 'The operator’s file is ' : 'There is no file of the operator’s at '}
        <code>{file}</code>. In service since <When date={since} />.
      </p>
      <WideTable labelledBy="lading-map">
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Address</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.specifier}>
              <th scope="row" className="ld-mono">
                {entry.specifier}
              </th>
              <td className="ld-mono">{entry.address ?? 'off'}</td>
              <td>{entry.from}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  );
}
