import type { DependencyNode, TransitiveDependencies, Vulnerabilities } from '@lading/contract/rest';
import { Button, Fetched, FetchedView, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { packageAddress, partsOfPackageId } from '../../address/packageAddress.ts';
import { ScanResult } from '../../scanning/ScanResult.tsx';
import { packageIdOf } from '../../types/packageTypes.ts';
import css from '../../version/tables.css?inline';
import { fetchTransitive } from './dependenciesApi.ts';
import { messages } from './messages.ts';

/** Rows added per step. */
const STEP = 200;

const NOTHING: TransitiveDependencies = {
  known: true,
  own: { vulnerabilities: null, upgrade: null },
  nodes: [],
  truncated: false,
};

interface DependencyGraphProps {
  readonly packageId: string;
  readonly version: string;
  readonly repoKey: string;
}

/**
 * The dependencies of a version at every depth, with known vulnerabilities and the nearest versions
 * without any.
 */
export const DependencyGraph = observer(function DependencyGraph(props: DependencyGraphProps) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const { packageId, version, repoKey } = props;
  const found = useMemo(
    () =>
      new Fetched<TransitiveDependencies>(NOTHING, (signal) =>
        fetchTransitive(http, { packageId, version, repo: repoKey }, signal),
      ),
    [http, packageId, version, repoKey],
  );
  useEffect(() => () => found.dispose(), [found]);
  const { type } = partsOfPackageId(packageId);
  return (
    <FetchedView fetched={found} failure={text(messages.graphFailed)}>
      {({ known, own, nodes, truncated }) => (
        <>
          {own.upgrade === null && vulnerable(own.vulnerabilities) && <p>{text(messages.noOwnUpgrade)}</p>}
          {own.upgrade && (
            <p>
              {text(messages.ownUpgrade)}{' '}
              <Link className="ld-mono" to={packageAddress(packageId, own.upgrade.version)}>
                {own.upgrade.version}
              </Link>
            </p>
          )}
          {!known && <p>{text(messages.graphUnknown)}</p>}
          {known && nodes.length === 0 && <p>{text(messages.graphEmpty)}</p>}
          {truncated && <p>{text(messages.graphTruncated)}</p>}
          {nodes.length > 0 && <NodeTable nodes={nodes} type={type} />}
        </>
      )}
    </FetchedView>
  );
});

function NodeTable({ nodes, type }: { nodes: readonly DependencyNode[]; type: string }) {
  const text = useText();
  const formats = useFormats();
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <table className="packages-table">
        <caption>{text(messages.graph)}</caption>
        <thead>
          <tr>
            <th scope="col">{text(messages.dependency)}</th>
            <th scope="col">{text(messages.depth)}</th>
            <th scope="col">{text(messages.vulnerabilities)}</th>
            <th scope="col">{text(messages.upgrade)}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.slice(0, shown).map((node) => (
            <tr key={`${node.name} ${node.version} ${node.range}`}>
              <th scope="row">
                <NodeName node={node} id={packageIdOf(type, node.name)} />
              </th>
              <td className="ld-numbers">
                {formats.count(node.depth)}
                {node.depth > 1 && <span className="ld-soft"> {text(messages.via, { name: node.via })}</span>}
              </td>
              <td>
                <ScanResult found={node.vulnerabilities} brief />
              </td>
              <td>
                <UpgradeAdvice id={packageIdOf(type, node.name)} node={node} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {nodes.length > shown && <Button label={text(messages.more)} onClick={() => setShown(shown + STEP)} />}
    </>
  );
}

function NodeName({ node, id }: { node: DependencyNode; id: string }) {
  const text = useText();
  const { name, version, range, resolution } = node;
  if (resolution === 'stored' && version !== null)
    return (
      <Link to={packageAddress(id, version)}>
        {name} <span className="ld-mono">{version}</span>
      </Link>
    );
  return (
    <>
      {name} <span className="ld-mono">{version ?? range}</span>{' '}
      <span className="ld-soft">{text(messages.notStored)}</span>
    </>
  );
}

function UpgradeAdvice({ id, node }: { id: string; node: DependencyNode }) {
  const text = useText();
  const { upgrade, vulnerabilities } = node;
  if (!upgrade) return vulnerable(vulnerabilities) ? text(messages.noUpgrade) : null;
  return (
    <Link className="ld-mono" to={packageAddress(id, upgrade.version)}>
      {upgrade.version}
    </Link>
  );
}

function vulnerable(counts: Vulnerabilities | null): boolean {
  return counts !== null && Object.values(counts).some((count) => count > 0);
}
