import type { VersionBuilds } from '@lading/contract/rest';
import { useStyles, useText, When } from '@lading/ui';
import { Link } from 'react-router-dom';
import { messages } from '../messages.ts';
import css from '../tables.css?inline';
import { messages as own } from './messages.ts';

interface Props {
  readonly builds: VersionBuilds['used'];
  /** Whether more builds exist. */
  readonly truncated: boolean;
}

/** Runs of builds, with links to them. */
export function BuildTable({ builds, truncated }: Props) {
  useStyles(css);
  const text = useText();
  return (
    <>
      <table className="packages-table">
        <thead>
          <tr>
            <th scope="col">{text(messages.build)}</th>
            <th scope="col">{text(messages.buildNumber)}</th>
            <th scope="col">{text(messages.buildDate)}</th>
          </tr>
        </thead>
        <tbody>
          {builds.map(({ name, number, createDate }) => (
            <tr key={`${name} ${number} ${createDate}`}>
              <th scope="row">
                <Link to={`/builds/${encodeURIComponent(name)}`}>{name}</Link>
              </th>
              <td className="ld-mono">
                <Link to={`/builds/${encodeURIComponent(name)}/${encodeURIComponent(number)}`}>{number}</Link>
              </td>
              <td>
                <When date={createDate} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {truncated && <p className="ld-soft">{text(own.buildsTruncated)}</p>}
    </>
  );
}
