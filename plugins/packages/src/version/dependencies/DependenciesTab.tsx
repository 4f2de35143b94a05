import type { VersionDependency } from '@lading/contract/rest';
import { EmptyState, FetchedView, useStyles, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { packageAddress } from '../../address/packageAddress.ts';
import { packageIdOf } from '../../types/packageTypes.ts';
import { messages } from '../messages.ts';
import css from '../tables.css?inline';
import type { VersionParts } from '../VersionStore.ts';

/** Runtime and development dependencies of the version. */
export function DependenciesTab(props: { parts: VersionParts; type: string }) {
  useStyles(css);
  const text = useText();
  const { parts, type } = props;
  return (
    <FetchedView fetched={parts.dependencies} failure={text(messages.dependenciesFailed)}>
      {({ dependencies, devDependencies }) =>
        dependencies.length + devDependencies.length === 0 ? (
          <EmptyState
            icon="package"
            what={text(messages.noDependencies)}
            more={text(messages.noDependenciesMore)}
          />
        ) : (
          <>
            <DependencyTable caption={text(messages.runtime)} dependencies={dependencies} type={type} />
            <DependencyTable
              caption={text(messages.development)}
              dependencies={devDependencies}
              type={type}
            />
          </>
        )
      }
    </FetchedView>
  );
}

interface TableProps {
  readonly caption: string;
  readonly dependencies: readonly VersionDependency[];
  readonly type: string;
}

function DependencyTable(props: TableProps) {
  const text = useText();
  const { caption, dependencies, type } = props;
  if (dependencies.length === 0) return null;
  return (
    <table className="packages-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text(messages.name)}</th>
          <th scope="col">{text(messages.range)}</th>
        </tr>
      </thead>
      <tbody>
        {dependencies.map(({ name, version }) => (
          <tr key={name}>
            <th scope="row">
              <Link to={packageAddress(packageIdOf(type, name))}>{name}</Link>
            </th>
            <td className="ld-mono">{version}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
