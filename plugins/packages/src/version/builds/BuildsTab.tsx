import { EmptyState, FetchedView, useStyles, useText, When } from '@lading/ui';
import { Link } from 'react-router-dom';
import { messages } from '../messages.ts';
import css from '../tables.css?inline';
import type { VersionParts } from '../VersionStore.ts';

/** The builds that made the version. */
export function BuildsTab(props: { parts: VersionParts }) {
  useStyles(css);
  const text = useText();
  return (
    <FetchedView fetched={props.parts.builds} failure={text(messages.buildsFailed)}>
      {(builds) =>
        builds.length === 0 ? (
          <EmptyState icon="history" what={text(messages.noBuilds)} more={text(messages.noBuildsMore)} />
        ) : (
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
                <tr key={`${name} ${number}`}>
                  <th scope="row">
                    <Link to={`/builds/${encodeURIComponent(name)}`}>{name}</Link>
                  </th>
                  <td className="ld-mono">
                    <Link to={`/builds/${encodeURIComponent(name)}/${encodeURIComponent(number)}`}>
                      {number}
                    </Link>
                  </td>
                  <td>
                    <When date={createDate} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </FetchedView>
  );
}
