import type { ImportMapEntry, ImportMapStatus } from '@lading/contract/rest';
import { ErrorState, Rich, Skeleton, type Text, useText, When } from '@lading/ui';
import { diagnostics } from './pageMessages.ts';
import type { Called } from './useCall.ts';
import { WideTable } from './WideTable.tsx';

/** The import map in use, and the parts of the operator's file that are rejected. */
export function ImportMapPanel(props: { called: Called<ImportMapStatus>; again: () => void }) {
  const { called, again } = props;
  const text = useText();
  return (
    <section aria-labelledby="lading-map">
      <h2 id="lading-map">{text(diagnostics.map)}</h2>
      {!called && <Skeleton width="60%" />}
      {called && 'cause' in called && (
        <ErrorState what={text(diagnostics.mapFailed)} cause={called.cause} onRetry={again} />
      )}
      {called && 'answer' in called && <Status status={called.answer} />}
    </section>
  );
}

function Status({ status }: { status: ImportMapStatus }) {
  const text = useText();
  const { rejections, file, present, since, entries } = status;
  const name = <code>{file}</code>;
  return (
    <>
      {rejections.length > 0 && (
        <div className="lading-refused" role="alert">
          {rejections.map(({ line, reason, whole }) => (
            <p key={`${line} ${reason}`}>
              <Rich
                message={whole ? diagnostics.mapRejected : diagnostics.entryRejected}
                values={{ line, reason }}
                elements={{ file: name }}
              />
            </p>
          ))}
        </div>
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
            <th scope="col">{text(diagnostics.problem)}</th>
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
              <td className="lading-cause">{problemOf(text, entry)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  );
}

function problemOf(text: Text, { problem, inService }: ImportMapEntry): string {
  if (!problem) return '';
  if (inService === undefined) return problem.cause;
  return text(diagnostics.inService, { cause: problem.cause, address: inService });
}
