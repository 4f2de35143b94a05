import { useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useMoreFilters } from '../filters/MoreFilters.tsx';
import { countFilters, isFiltered, NO_FILTERS, type PackageQuery } from '../query/packageQuery.ts';
import { SavedSearchesButton } from '../saved/SavedSearchesButton.tsx';
import { packageType, typeLabel } from '../types/packageTypes.ts';
import { ChosenValues } from './ChosenValues.tsx';
import type { KnownValues } from './completions.ts';
import { FacetFilter } from './FacetFilter.tsx';
import css from './list.css?inline';
import { messages } from './messages.ts';
import type { PackageListStore } from './PackageListStore.ts';
import { PackageSearch } from './PackageSearch.tsx';
import type { ListQuery } from './packagesApi.ts';

const rareFilters = () => import('../rareParts.ts').then(({ RarePackageFilters }) => RarePackageFilters);

interface Props {
  readonly query: ListQuery;
  readonly store: PackageListStore;
  readonly onChange: (changed: Partial<PackageQuery>, replace?: boolean) => void;
}

/** The filter bar, and below it the panel of rarely used filters. */
export const PackageFilters = observer(function PackageFilters(props: Props) {
  useStyles(css);
  const { query, store, onChange } = props;
  const rare = countFilters({ ...query, search: '', name: '', types: [], repos: [], licenses: [] });
  const clear = isFiltered(query) ? () => onChange(NO_FILTERS) : undefined;
  const { buttons, panel } = useMoreFilters(rare, rareFilters, { query, onChange }, clear);
  return (
    <>
      <div className="packages-filters">
        <PackageSearch
          query={query}
          onChange={(search) => onChange(searched(query, search), true)}
          known={knownValues(store)}
          onNeed={() => store.needFacets(query)}
        />
        <Facets {...props} />
        <SavedSearchesButton query={query} />
        {buttons}
      </div>
      {panel}
      <ChosenValues query={query} onChange={onChange} />
    </>
  );
});

function knownValues({ facets, types }: PackageListStore): KnownValues {
  const found = facets.value;
  const values = (facet: 'types' | 'repositories' | 'licenses') =>
    found?.[facet].map(({ value }) => value) ?? [];
  return {
    types: [...new Set([...values('types'), ...types.value])],
    repositories: values('repositories'),
    licenses: values('licenses'),
  };
}

/** A new search is sorted by relevance, unless another order is selected. */
function searched({ sortBy, descending }: ListQuery, search: string): Partial<PackageQuery> {
  const order = sortBy === 'name' && !descending ? ({ sortBy: 'relevance' } as const) : {};
  return { search, name: '', ...order };
}

/** Types, repositories, and licenses, with the number of packages of each. */
const Facets = observer(function Facets({ query, store, onChange }: Props) {
  const text = useText();
  const found = store.facets.value;
  const onNeed = () => store.needFacets(query);
  const counted = {
    onNeed,
    capped: found?.capped ?? false,
    note: found?.capped ? text(messages.capped) : found?.partial ? text(messages.partial) : undefined,
  };
  const types = (found?.types ?? []).map(({ value, count }) => ({ value: packageType(value), count }));
  const others = store.types.value.filter((type) => !types.some(({ value }) => value === type));
  return (
    <>
      <FacetFilter
        {...counted}
        label={text(messages.type)}
        anyLabel={text(messages.anyType)}
        values={[...types, ...others.map((value) => ({ value, count: found ? 0 : undefined }))]}
        chosen={query.types}
        nameOf={typeLabel}
        onChange={(types) => onChange({ types })}
      />
      <FacetFilter
        {...counted}
        label={text(messages.repository)}
        anyLabel={text(messages.anyRepository)}
        values={found?.repositories ?? []}
        chosen={query.repos}
        onChange={(repos) => onChange({ repos })}
      />
      <FacetFilter
        {...counted}
        label={text(messages.license)}
        anyLabel={text(messages.anyLicense)}
        values={found?.licenses ?? []}
        chosen={query.licenses}
        onChange={(licenses) => onChange({ licenses })}
      />
    </>
  );
});
