import type { PdnTransfer, PdnTransfers } from '@lading/contract/rest';
import { useFormats, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { Link } from 'react-router-dom';
import { versionAddress } from '../addresses.ts';
import { messages as edges } from '../edges/messages.ts';
import { BADGES } from '../edges/states.ts';
import { messages } from './messages.ts';

/** Transfers to all edges, latest first. */
export function TransferList({ found: { transfers, total } }: { found: PdnTransfers }) {
  const text = useText();
  if (transfers.length === 0) return <p className="ld-soft">{text(messages.noTransfers)}</p>;
  return (
    <>
      <ol className="bundles-timeline">
        {transfers.map((transfer) => (
          <Transfer key={transfer.id} transfer={transfer} />
        ))}
      </ol>
      {total > transfers.length && (
        <p className="ld-soft">{text(messages.showing, { count: transfers.length, total })}</p>
      )}
    </>
  );
}

function Transfer({ transfer }: { transfer: PdnTransfer }) {
  const text = useText();
  const formats = useFormats();
  const { name, version, kind, edge, state, bytes, bytesSent, blobs, blobsSent, message, created } = transfer;
  return (
    <li>
      <Badge state={BADGES[state]}>{text(edges.states[state])}</Badge>
      <div>
        <p>
          <Link to={versionAddress(name, version)}>{text(messages.transfer, { name, version })}</Link>
          {' · '}
          {text(edges.kinds[kind], { edge })}
        </p>
        <p className="ld-soft">
          <When date={created} /> · {transfer.createdBy}
          {kind === 'distribute' && blobs > 0 && (
            <>
              {' · '}
              {text(edges.progress, {
                sent: formats.size(bytesSent),
                total: formats.size(bytes),
                blobs: blobsSent,
                allBlobs: blobs,
              })}
            </>
          )}
        </p>
        {message !== '' && <p className="bundles-note--invalid">{message}</p>}
      </div>
    </li>
  );
}
