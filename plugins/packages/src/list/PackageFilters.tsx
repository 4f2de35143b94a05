import { Button, SearchField, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { isFiltered, type PackageQuery } from '../query/packageQuery.ts';
import css from './list.css?inline';
import { messages } from './messages.ts';
import type { PackageListStore } from './PackageListStore.ts';
import { TypeFilter } from './TypeFilter.tsx';

interface Props {
  readonly query: PackageQuery;
  readonly store: PackageListStore;
  readonly onChange: (changed: Partial<PackageQuery>, replace?: boolean) => void;
}

/** The one bar of filters. */
export const PackageFilters = observer(function PackageFilters(props: Props) {
  useStyles(css);
  const text = useText();
  const { query, store, onChange } = props;
  return (
    <div className="packages-filters">
      <SearchField
        label={text(messages.filterByName)}
        value={query.name}
        onChange={(name) => onChange({ name }, true)}
      />
      <TypeFilter
        types={store.types.value}
        chosen={query.types}
        onNeed={() => void store.types.need()}
        onChange={(types) => onChange({ types })}
      />
      {query.repos.length > 0 && (
        <span className="ld-soft">{text(messages.inRepositories, { repos: query.repos.join(', ') })}</span>
      )}
      {isFiltered(query) && (
        <Button
          kind="quiet"
          icon="close"
          label={text(messages.clearFilters)}
          onClick={() => onChange({ name: '', types: [], repos: [] })}
        />
      )}
    </div>
  );
});
