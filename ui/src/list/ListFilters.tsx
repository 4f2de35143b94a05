import { SearchField } from '../forms/SearchField.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import type { ListQuery } from './listQuery.ts';

export interface ListFilter {
  /** The query parameter. */
  readonly key: string;
  readonly label: string;
  /** The values to select from, with `''` for all; without them, a text field. */
  readonly options?: readonly { readonly key: string; readonly label: string }[];
}

interface Props {
  readonly search: { readonly label: string } | undefined;
  readonly filters: readonly ListFilter[];
  readonly query: ListQuery;
  readonly onChange: (changed: Partial<ListQuery>) => void;
}

/** Filter fields of a list. Changes are in the URL immediately. */
export function ListFilters({ search, filters, query, onChange }: Props) {
  const set = (key: string, value: string) => {
    const { [key]: _before, ...others } = query.filters;
    onChange({ filters: value === '' ? others : { ...others, [key]: value } });
  };
  return (
    <div className="ld-list__filters">
      {search && (
        <SearchField
          label={search.label}
          value={query.search}
          onChange={(typed) => onChange({ search: typed })}
        />
      )}
      {filters.map(({ key, label, options }) => {
        const value = query.filters[key] ?? '';
        const shared = { label, value, onChange: (typed: string) => set(key, typed) };
        return options ? (
          <SelectField key={key} {...shared} options={options} />
        ) : (
          <SearchField key={key} {...shared} />
        );
      })}
    </div>
  );
}
