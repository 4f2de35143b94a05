import type { PdnEdge, PdnGroups } from '@lading/contract/rest';
import { useFormats, useText, When } from '@lading/ui';
import { Badge, type BadgeState } from '@lading/ui/display';
import { messages } from './messages.ts';

const BADGES: Readonly<Record<PdnEdge['state'], BadgeState>> = {
  online: 'good',
  offline: 'bad',
  unknown: 'off',
};

/** The edges of a group, one per row. */
export function EdgeGroup({ group: { name, edges } }: { group: PdnGroups['groups'][number] }) {
  const text = useText();
  const heading = name === '' ? text(messages.noGroup) : name;
  const columns = [
    messages.edge,
    messages.place,
    messages.state,
    messages.version,
    messages.bundles,
    messages.active,
    messages.failedTransfers,
  ];
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <div className="bundles-overview bundles-overview--wide">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col">
                  {text(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {edges.map((edge) => (
              <Row key={edge.id} edge={edge} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ edge }: { edge: PdnEdge }) {
  const text = useText();
  const formats = useFormats();
  const { name, url, city, country, state, version, checked, checkError } = edge;
  const place = [city, country].filter(Boolean).join(', ');
  return (
    <tr>
      <th scope="row">
        {name}
        <div className="ld-soft ld-mono">{url}</div>
      </th>
      <td>{place || <span className="ld-soft">{text(messages.unknownPlace)}</span>}</td>
      <td>
        <Badge state={BADGES[state]}>{text(messages.states[state])}</Badge>
        <div className="ld-soft">
          {checked === null ? (
            text(messages.notChecked)
          ) : (
            <>
              {text(messages.checked)} <When date={checked} />
            </>
          )}
        </div>
        {checkError !== '' && <div className="bundles-note--invalid">{checkError}</div>}
      </td>
      <td className="ld-mono">
        {version ?? <span className="ld-soft">{text(messages.unknownVersion)}</span>}
      </td>
      <td className="ld-numbers">{formats.count(edge.bundles)}</td>
      <td className="ld-numbers">{formats.count(edge.active)}</td>
      <td className="ld-numbers">{formats.count(edge.failed)}</td>
    </tr>
  );
}
