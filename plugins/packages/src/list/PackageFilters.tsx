import { SearchField, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { DayField } from '../filters/DayField.tsx';
import { ListField } from '../filters/ListField.tsx';
import { useMoreFilters } from '../filters/MoreFilters.tsx';
import { messages as filterMessages } from '../filters/messages.ts';
import { SeverityFilter } from '../filters/SeverityFilter.tsx';
import { countFilters, isFiltered, NO_FILTERS, type PackageQuery } from '../query/packageQuery.ts';
import { basicScanning } from '../scanning/basicScanning.ts';
import css from './list.css?inline';
import { messages } from './messages.ts';
import type { PackageListStore } from './PackageListStore.ts';
import { TypeFilter } from './TypeFilter.tsx';

interface Props {
  readonly query: PackageQuery;
  readonly store: PackageListStore;
  readonly onChange: (changed: Partial<PackageQuery>, replace?: boolean) => void;
}

/** The one bar of filters, and those that are seldom used under it. */
export const PackageFilters = observer(function PackageFilters(props: Props) {
  useStyles(css);
  const text = useText();
  const { query, store, onChange } = props;
  const rare = countFilters({ ...query, name: '', types: [] });
  const clear = isFiltered(query) ? () => onChange(NO_FILTERS) : undefined;
  const { buttons, panel } = useMoreFilters(rare, <RareFilters {...props} />, clear);
  return (
    <>
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
        {buttons}
      </div>
      {panel}
    </>
  );
});

const RareFilters = observer(function RareFilters({ query, onChange }: Props) {
  const text = useText();
  const shell = useShell();
  const scanned = shell.services.available('xray');
  const set = (changed: Partial<PackageQuery>) => onChange(changed, true);
  return (
    <>
      <ListField
        label={text(filterMessages.repositories)}
        values={query.repos}
        onChange={(repos) => set({ repos })}
      />
      <SearchField
        label={text(filterMessages.description)}
        value={query.description}
        onChange={(description) => set({ description })}
      />
      <ListField label={text(filterMessages.tags)} values={query.tags} onChange={(tags) => set({ tags })} />
      <ListField
        label={text(filterMessages.licences)}
        values={query.licenses}
        onChange={(licenses) => set({ licenses })}
      />
      <SearchField
        label={text(filterMessages.version)}
        value={query.version}
        onChange={(version) => set({ version })}
      />
      <SearchField
        label={text(filterMessages.scope)}
        value={query.scope}
        onChange={(scope) => set({ scope })}
      />
      <SearchField
        label={text(filterMessages.checksum)}
        value={query.checksum}
        onChange={(checksum) => set({ checksum })}
      />
      {query.packageId && (
        <SearchField
          label={text(filterMessages.packageId)}
          value={query.packageId}
          onChange={(packageId) => set({ packageId })}
        />
      )}
      {scanned && !basicScanning(shell) && (
        <SearchField label={text(filterMessages.cve)} value={query.cve} onChange={(cve) => set({ cve })} />
      )}
      <DayField
        label={text(filterMessages.changedSince)}
        value={query.after}
        onChange={(after) => set({ after })}
      />
      <DayField
        label={text(filterMessages.changedUntil)}
        value={query.before}
        onChange={(before) => set({ before })}
      />
      <label>
        <input
          type="checkbox"
          checked={query.ignorePreRelease}
          onChange={({ target }) => set({ ignorePreRelease: target.checked })}
        />
        {text(filterMessages.releases)}
      </label>
      <label>
        <input
          type="checkbox"
          checked={query.plugins}
          onChange={({ target }) => set({ plugins: target.checked })}
        />
        {text(filterMessages.plugins)}
      </label>
      {scanned && <SeverityFilter chosen={query.severities} onChange={(severities) => set({ severities })} />}
    </>
  );
});
