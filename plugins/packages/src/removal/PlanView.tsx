import type { RemovalLine, RemovalPlan } from '@lading/contract/rest';
import { EmptyState, Icon, useFormats, useText } from '@lading/ui';
import { dialogMessages as messages } from './dialogMessages.ts';

/** Number of items listed initially. */
const SHOWN_AT_ONCE = 10;

/**
 * Shows the plan of a deletion: the content by repository, its dependents, and items that are kept
 * with the reasons.
 */
export function PlanView({ plan }: { plan: RemovalPlan }) {
  const text = useText();
  const formats = useFormats();
  const going = plan.lines.filter(({ refused }) => refused === undefined);
  const staying = plan.lines.filter(({ refused }) => refused !== undefined);
  return (
    <div className="packages-removal">
      {going.length === 0 ? (
        <EmptyState icon="info" what={text(messages.nothing)} />
      ) : (
        <>
          <p>
            {plan.trashDays === undefined
              ? text(messages.goes)
              : text(messages.goesToTrash, { days: plan.trashDays })}
          </p>
          <table className="packages-removal__sums">
            <thead>
              <tr>
                <th scope="col">{text(messages.repository)}</th>
                <th scope="col">{text(messages.versions)}</th>
                <th scope="col">{text(messages.files)}</th>
                <th scope="col">{text(messages.size)}</th>
              </tr>
            </thead>
            <tbody>
              {plan.repositories.map(({ repo, versions, files, bytes }) => (
                <tr key={repo}>
                  <th scope="row">{repo}</th>
                  <td>{formats.count(versions)}</td>
                  <td>{formats.count(files)}</td>
                  <td>{formats.size(bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {plan.usedBy.map((used) => (
            <p key={used.id} className="packages-removal__warning">
              <Icon name="warning" size={16} />
              <span>{neededBy(used)}</span>
            </p>
          ))}
          <details className="packages-removal__all" open={going.length <= SHOWN_AT_ONCE}>
            <summary>{text(messages.everything, { count: going.length })}</summary>
            <Lines lines={going} />
          </details>
        </>
      )}
      {staying.length > 0 && (
        <>
          <h3>{text(messages.stays, { count: staying.length })}</h3>
          <Lines lines={staying} />
        </>
      )}
    </div>
  );

  function neededBy({ name, total, first }: RemovalPlan['usedBy'][number]): string {
    const users = first.map((user) => user.name).join(', ');
    if (total === null) return text(messages.usedByMany, { name, users });
    return text(messages.usedBy, { count: total, name, users: total > first.length ? `${users} …` : users });
  }
}

function Lines({ lines }: { lines: readonly RemovalLine[] }) {
  const text = useText();
  const formats = useFormats();
  return (
    <ul className="packages-removal__list">
      {lines.map(({ packageId, name, version, repo, files, refused }) => (
        <li key={`${packageId} ${version} ${repo}`}>
          {text(messages.line, { name, version, repo })}
          {refused !== undefined && <div className="ld-soft">{refused}</div>}
          {refused === undefined && (
            <ul>
              {files.map(({ path, size }) => (
                <li key={path} className="ld-soft">
                  <span className="ld-mono">{path}</span>{' '}
                  <span className="packages-removal__size">{formats.size(size)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
