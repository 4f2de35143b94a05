import type { AdvisoryRow } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  ErrorState,
  OutsideLink,
  PageSkeleton,
  SeverityMark,
  ShortName,
  useFormats,
  useShell,
  useText,
  When,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { AdvisoriesStore } from './AdvisoriesStore.ts';
import { messages } from './messages.ts';

/** Maximum number of package names shown per advisory. */
const MAX_NAMES = 3;

interface Props {
  readonly store: AdvisoriesStore;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

export const AdvisoryList = observer(function AdvisoryList({ store, filtered, onClear }: Props) {
  const text = useText();
  const { rows, state, totals, next } = store;
  const heads = [
    ...[messages.severity, messages.advisory, messages.packages, messages.affected],
    ...[messages.changed, messages.from],
  ];
  return (
    <>
      {totals && totals.total > 0 && (
        <p className="ld-soft" role="status">
          {text(messages.counts, { ...totals })}{' '}
          {totals.waiting > 0 && text(messages.waiting, { count: totals.waiting })}
        </p>
      )}
      {rows.length > 0 && (
        <table className="scanning-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head.id} scope="col">
                  {text(head)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} store={store} />
            ))}
          </tbody>
        </table>
      )}
      {state === 'busy' && <PageSkeleton />}
      {state === 'failed' && (
        <ErrorState what={text(messages.failed)} cause={store.cause} onRetry={() => void store.retry()} />
      )}
      {state === 'there' && rows.length === 0 && <Nothing filtered={filtered} onClear={onClear} />}
      {state === 'there' && next !== undefined && (
        <div className="scanning-more">
          <Button label={text(messages.more)} onClick={() => void store.more()} />
        </div>
      )}
    </>
  );
});

function Nothing({ filtered, onClear }: Omit<Props, 'store'>) {
  const text = useText();
  if (!filtered)
    return <EmptyState icon="shield" what={text(messages.none)} more={text(messages.noneMore)} />;
  return (
    <EmptyState icon="filter" what={text(messages.nothing)}>
      <Button label={text(messages.clear)} onClick={onClear} />
    </EmptyState>
  );
}

function Row({ row, store }: { row: AdvisoryRow; store: AdvisoriesStore }) {
  const text = useText();
  const formats = useFormats();
  const { id, title, severity, url, aliases, packages, versions, modified, source } = row;
  const names = packages.slice(0, MAX_NAMES).map(({ ecosystem, name }) => `${name} (${ecosystem})`);
  return (
    <tr>
      <td>
        <SeverityMark severity={severity} />
      </td>
      <th scope="row">
        {title}
        <span className="scanning-names">
          <OutsideLink url={url}>{id}</OutsideLink>
          {aliases.length > 0 && ` · ${aliases.join(' · ')}`}
        </span>
      </th>
      <td data-label={text(messages.packages)}>
        {names.join(', ')}
        {packages.length > MAX_NAMES && ' …'}
      </td>
      <td data-label={text(messages.affected)} className="ld-numbers">
        {formats.count(versions)}
      </td>
      <td data-label={text(messages.changed)} className="scanning-keep">
        <When date={modified} />
      </td>
      <td data-label={text(messages.from)} className="scanning-source">
        {source === 'import' ? text(messages.imported) : <ShortName text={source.replace(/^\w+:/, '')} />}
      </td>
      <td className="scanning-action">
        <Remove id={id} store={store} />
      </td>
    </tr>
  );
}

function Remove({ id, store }: { id: string; store: AdvisoriesStore }) {
  const { modals, notifications } = useShell();
  const text = useText();
  const remove = async () => {
    const question = {
      title: text(messages.removeTitle, { id }),
      text: text(messages.removeText),
      verb: text(messages.removeVerb),
      danger: true,
    };
    if (!(await modals.confirm(question))) return;
    try {
      await store.remove(id);
      notifications.success(text(messages.removed, { id }));
    } catch (cause) {
      notifications.error(text(messages.notRemoved, { id, cause: (cause as Error).message }));
    }
  };
  return (
    <Button
      kind="quiet"
      icon="close"
      iconOnly
      label={text(messages.remove, { id })}
      onClick={() => void remove()}
    />
  );
}
