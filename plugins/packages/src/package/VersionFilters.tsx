import { SearchField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useMoreFilters } from '../filters/MoreFilters.tsx';
import { countFilters, NO_FILTERS, type VersionQuery } from '../query/versionQuery.ts';
import { messages } from './messages.ts';

const rareFilters = () => import('../rareParts.ts').then(({ RareVersionFilters }) => RareVersionFilters);

interface Props {
  readonly query: VersionQuery;
  readonly onChange: (changed: Partial<VersionQuery>) => void;
}

/** Filters of the version list. */
export const VersionFilters = observer(function VersionFilters({ query, onChange }: Props) {
  const text = useText();
  const helpId = useId();
  const rare = countFilters({ ...query, name: '', ignorePreRelease: false }) + Number(query.includeFiles);
  const clear = countFilters(query) > 0 ? () => onChange(NO_FILTERS) : undefined;
  const { buttons, panel } = useMoreFilters(rare, rareFilters, { query, onChange }, clear);
  return (
    <>
      <div className="packages-bar">
        <label title={text(messages.semverOnly)}>
          <input
            type="checkbox"
            checked={query.ignorePreRelease}
            aria-describedby={helpId}
            onChange={(event) => onChange({ ignorePreRelease: event.target.checked })}
          />
          {text(messages.releasesOnly)}
        </label>
        <span id={helpId} className={query.ignorePreRelease ? 'ld-soft' : 'ld-hidden'}>
          {text(messages.semverOnly)}
        </span>
        <SearchField
          label={text(messages.filterVersions)}
          value={query.name}
          onChange={(name) => onChange({ name })}
        />
        {buttons}
      </div>
      {panel}
    </>
  );
});
