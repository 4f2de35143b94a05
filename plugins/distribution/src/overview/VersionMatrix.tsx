import type { BundleOverview } from '@lading/contract/rest';
import { useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { Link } from 'react-router-dom';
import { versionAddress } from '../addresses.ts';
import { messages } from './messages.ts';

interface Props {
  readonly name: string;
  /** The version of the page. */
  readonly version: string;
  readonly overview: BundleOverview;
}

/** Shows which version is in which environment and on which edge. */
export function VersionMatrix({ name, version: shown, overview }: Props) {
  const text = useText();
  const { environments, edges, versions } = overview;
  if (environments.length + edges.length === 0) return <p className="ld-soft">{text(messages.none)}</p>;
  return (
    <div className="bundles-overview">
      <table>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {text(messages.version)}
            </th>
            {environments.length > 0 && (
              <th scope="colgroup" colSpan={environments.length}>
                {text(messages.environments)}
              </th>
            )}
            {edges.length > 0 && (
              <th scope="colgroup" colSpan={edges.length}>
                {text(messages.edges)}
              </th>
            )}
          </tr>
          <tr>
            {environments.map(({ environment }) => (
              <th key={environment} scope="col">
                {environment}
              </th>
            ))}
            {edges.map((edge) => (
              <th key={edge} scope="col">
                {edge}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, created, promoted, edges: present }) => (
            <tr key={version} className={version === shown ? 'bundles-overview__shown' : ''}>
              <th scope="row">
                <Link
                  className="ld-mono"
                  to={versionAddress(name, version)}
                  aria-current={version === shown ? 'page' : undefined}
                >
                  {version}
                </Link>
                <span className="bundles-second">
                  <When date={created} />
                </span>
              </th>
              {environments.map(({ environment, current }) => (
                <td key={environment}>
                  <Promotion
                    current={current === version}
                    date={promoted.find((each) => each.environment === environment)?.created}
                  />
                </td>
              ))}
              {edges.map((edge) => (
                <td key={edge}>
                  {present.includes(edge) ? <Badge state="good">{text(messages.present)}</Badge> : <Absent />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Promotion({ current, date }: { current: boolean; date: string | undefined }) {
  const text = useText();
  if (date === undefined) return <Absent />;
  return (
    <>
      <Badge state={current ? 'good' : 'off'}>{text(current ? messages.current : messages.promoted)}</Badge>
      <span className="bundles-second">
        <When date={date} />
      </span>
    </>
  );
}

function Absent() {
  return (
    <span className="ld-soft" aria-hidden="true">
      –
    </span>
  );
}
