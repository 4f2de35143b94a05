import { SearchField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { DayField } from '../filters/DayField.tsx';
import { ListField } from '../filters/ListField.tsx';
import { messages } from '../filters/rareMessages.ts';
import { SeverityFilter } from '../filters/SeverityFilter.tsx';
import type { PackageQuery } from '../query/packageQuery.ts';
import { basicScanning } from '../scanning/basicScanning.ts';
import { messages as list } from './messages.ts';
import { MoreFacets } from './moreFacets.ts';
import { ProjectFilter } from './ProjectFilter.tsx';
import type { ListQuery } from './packagesApi.ts';

interface Props {
  readonly query: ListQuery;
  readonly onChange: (changed: Partial<PackageQuery>, replace?: boolean) => void;
}

/** The rarely used filters of the list. */
export const RarePackageFilters = observer(function RarePackageFilters({ query, onChange }: Props) {
  const text = useText();
  const shell = useShell();
  const scanned = shell.services.available('xray');
  const [facets] = useState(() => new MoreFacets(shell.http));
  useEffect(() => facets.need(query), [facets, query]);
  useEffect(() => () => facets.found.dispose(), [facets]);
  const { value: counts, error } = facets.found;
  const set = (changed: Partial<PackageQuery>) => onChange(changed, true);
  return (
    <>
      <SearchField
        label={text(messages.description)}
        value={query.description}
        onChange={(description) => set({ description })}
      />
      <ListField label={text(messages.tags)} values={query.tags} onChange={(tags) => set({ tags })} />
      <SearchField
        label={text(messages.version)}
        value={query.version}
        onChange={(version) => set({ version })}
      />
      <SearchField label={text(messages.scope)} value={query.scope} onChange={(scope) => set({ scope })} />
      <SearchField
        label={text(messages.checksum)}
        value={query.checksum}
        onChange={(checksum) => set({ checksum })}
      />
      {query.packageId && (
        <SearchField
          label={text(messages.packageId)}
          value={query.packageId}
          onChange={(packageId) => set({ packageId })}
        />
      )}
      {scanned && !basicScanning(shell) && (
        <SearchField label={text(messages.cve)} value={query.cve} onChange={(cve) => set({ cve })} />
      )}
      <DayField
        label={text(messages.changedSince)}
        value={query.after}
        onChange={(after) => set({ after })}
      />
      <DayField
        label={text(messages.changedUntil)}
        value={query.before}
        onChange={(before) => set({ before })}
      />
      <label>
        <input
          type="checkbox"
          checked={query.ignorePreRelease}
          onChange={({ target }) => set({ ignorePreRelease: target.checked })}
        />
        {text(messages.releases)}
      </label>
      <label>
        <input
          type="checkbox"
          checked={query.plugins}
          onChange={({ target }) => set({ plugins: target.checked })}
        />
        {text(messages.plugins)}
      </label>
      {query.project === undefined && (
        <ProjectFilter
          projects={counts?.projects ?? []}
          capped={counts?.capped ?? false}
          chosen={query.projects}
          onChange={(projects) => set({ projects })}
        />
      )}
      {scanned && (
        <SeverityFilter
          chosen={query.severities}
          {...(counts ? { counts } : {})}
          onChange={(severities) => set({ severities })}
        />
      )}
      {error && <p className="ld-soft">{text(messages.notCounted, { cause: error.message })}</p>}
      {counts?.partial && <p className="ld-soft">{text(list.partial)}</p>}
    </>
  );
});
