import type { Message } from '@lading/contract';
import { Icon, useText } from '@lading/ui';
import type { ViolationQuery, ViolationSort } from './violationQuery.ts';

interface Props {
  readonly title: Message;
  /** Absent: the column can't be sorted by. */
  readonly sort?: ViolationSort | undefined;
  readonly query: ViolationQuery;
  readonly onChange: (next: Partial<ViolationQuery>) => void;
}

/**
 * Column title that sorts the list: names ascending first, other columns descending first; a second
 * click reverses the order.
 */
export function SortHead({ title, sort, query, onChange }: Props) {
  const text = useText();
  if (sort === undefined) return <th scope="col">{text(title)}</th>;
  const sorted = query.sortBy === sort;
  const { descending } = query;
  return (
    <th scope="col" aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className="scanning-sort"
        onClick={() => onChange({ sortBy: sort, descending: sorted ? !descending : sort !== 'name' })}
      >
        {text(title)}
        {sorted && <Icon name={descending ? 'sortDown' : 'sortUp'} size={16} />}
      </button>
    </th>
  );
}
