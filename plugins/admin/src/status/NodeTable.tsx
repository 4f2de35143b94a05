import type { NodeStatus } from '@lading/contract/rest';
import { Button, useFormats, useText, When } from '@lading/ui';
import { Badge, type BadgeState } from '@lading/ui/display';
import { messages } from './messages.ts';
import { uptimeOf } from './uptime.ts';

const STATES: Readonly<Record<NodeStatus['state'], BadgeState>> = {
  HEALTHY: 'good',
  DEGRADED: 'warning',
  UNHEALTHY: 'bad',
  UNKNOWN: 'unknown',
};

interface Props {
  readonly nodes: readonly NodeStatus[];
  readonly onRemove: (node: NodeStatus) => void;
}

/** The nodes of a service. A node that is offline can be removed. */
export function NodeTable({ nodes, onRemove }: Props) {
  const text = useText();
  const heads = ['node', 'status', 'state', 'uptime', 'heartbeat', 'microservices', 'version'] as const;
  return (
    <div className="status-frame">
      <table className="status-table status-table--stacked status-table--nodes">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {text(messages[head])}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <NodeRow key={node.node_id} node={node} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NodeRow({ node, onRemove }: Pick<Props, 'onRemove'> & { node: NodeStatus }) {
  const text = useText();
  const formats = useFormats();
  const isOnline = node.status === 'Online';
  return (
    <tr>
      <th scope="row" className="status-id">
        {node.node_id}
      </th>
      <td data-head={text(messages.status)}>
        <Badge state={isOnline ? 'good' : 'bad'}>{text(isOnline ? messages.online : messages.offline)}</Badge>
      </td>
      <td data-head={text(messages.state)}>
        <Badge state={STATES[node.state]}>{node.state}</Badge>
        {node.message !== '' && <div className="ld-soft">{node.message}</div>}
      </td>
      <td data-head={text(messages.uptime)}>{uptimeOf(node, formats) ?? text(messages.unavailable)}</td>
      <td data-head={text(messages.heartbeat)}>
        <When date={new Date(node.last_heartbeat).toISOString()} />
      </td>
      <td data-head={text(messages.microservices)}>{node.micro_services.join(', ')}</td>
      <td data-head={text(messages.version)}>{node.version}</td>
      <td>
        {!isOnline && (
          <Button
            kind="danger"
            label={text(messages.remove)}
            aria-label={text(messages.removeNode, { node: node.node_id })}
            onClick={() => onRemove(node)}
          />
        )}
      </td>
    </tr>
  );
}
