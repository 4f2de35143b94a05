import { SearchField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { ListField } from '../filters/ListField.tsx';
import { messages } from '../filters/rareMessages.ts';
import { SeverityFilter } from '../filters/SeverityFilter.tsx';
import type { VersionQuery } from '../query/versionQuery.ts';
import { basicScanning } from '../scanning/basicScanning.ts';

interface Props {
  readonly query: VersionQuery;
  readonly onChange: (changed: Partial<VersionQuery>) => void;
}

/** The rarely used filters of versions. */
export const RareVersionFilters = observer(function RareVersionFilters({ query, onChange }: Props) {
  const text = useText();
  const shell = useShell();
  const scanned = shell.services.available('xray');
  return (
    <>
      <ListField
        label={text(messages.repositories)}
        values={query.repos}
        onChange={(repos) => onChange({ repos })}
      />
      <ListField
        label={text(messages.licenses)}
        values={query.licenses}
        onChange={(licenses) => onChange({ licenses })}
      />
      {scanned && !basicScanning(shell) && (
        <SearchField label={text(messages.cve)} value={query.cve} onChange={(cve) => onChange({ cve })} />
      )}
      <label>
        <input
          type="checkbox"
          checked={query.includeFiles}
          onChange={(event) => onChange({ includeFiles: event.target.checked })}
        />
        {text(messages.files)}
      </label>
      {scanned && (
        <SeverityFilter chosen={query.severities} onChange={(severities) => onChange({ severities })} />
      )}
    </>
  );
});
