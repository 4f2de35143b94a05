import { SearchField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { ListField } from '../filters/ListField.tsx';
import { useMoreFilters } from '../filters/MoreFilters.tsx';
import { messages as filterMessages } from '../filters/messages.ts';
import { SeverityFilter } from '../filters/SeverityFilter.tsx';
import { countFilters, NO_FILTERS, type VersionQuery } from '../query/versionQuery.ts';
import { basicScanning } from '../scanning/basicScanning.ts';
import { messages } from './messages.ts';

interface Props {
  readonly query: VersionQuery;
  readonly onChange: (changed: Partial<VersionQuery>) => void;
}

/** What of a package's versions is listed. */
export const VersionFilters = observer(function VersionFilters({ query, onChange }: Props) {
  const text = useText();
  const helpId = useId();
  const rare = countFilters({ ...query, name: '', ignorePreRelease: false }) + Number(query.includeFiles);
  const clear = countFilters(query) > 0 ? () => onChange(NO_FILTERS) : undefined;
  const { buttons, panel } = useMoreFilters(rare, <RareFilters query={query} onChange={onChange} />, clear);
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

const RareFilters = observer(function RareFilters({ query, onChange }: Props) {
  const text = useText();
  const shell = useShell();
  const scanned = shell.services.available('xray');
  return (
    <>
      <ListField
        label={text(filterMessages.repositories)}
        values={query.repos}
        onChange={(repos) => onChange({ repos })}
      />
      <ListField
        label={text(filterMessages.licences)}
        values={query.licenses}
        onChange={(licenses) => onChange({ licenses })}
      />
      {scanned && !basicScanning(shell) && (
        <SearchField
          label={text(filterMessages.cve)}
          value={query.cve}
          onChange={(cve) => onChange({ cve })}
        />
      )}
      <label>
        <input
          type="checkbox"
          checked={query.includeFiles}
          onChange={(event) => onChange({ includeFiles: event.target.checked })}
        />
        {text(filterMessages.files)}
      </label>
      {scanned && (
        <SeverityFilter chosen={query.severities} onChange={(severities) => onChange({ severities })} />
      )}
    </>
  );
});
