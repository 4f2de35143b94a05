import { LICENSE_RANK } from '@lading/contract';
import { TextField, useShell, useText } from '@lading/ui';
import { type Options, PickField } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import type { SearchModel } from '../query/searchModel.ts';
import { EXAMPLES, SEVERITIES } from '../query/searchTypes.ts';
import { messages } from './messages.ts';

interface Props {
  readonly model: SearchModel;
  readonly licenses: Options;
  readonly onChange: (changed: Partial<SearchModel>) => void;
}

const FIRST = [
  { key: 'pkg', label: messages.pkg, example: EXAMPLES.pkg },
  { key: 'version', label: messages.version, example: EXAMPLES.version },
  { key: 'scope', label: messages.scope, example: EXAMPLES.scope },
  { key: 'description', label: messages.description, example: '' },
] as const;
const LISTS = [
  { key: 'tags', label: messages.tags },
  { key: 'licenses', label: messages.licenses },
  { key: 'propertySets', label: messages.propertySets },
] as const;

/** Filters for a file's version, its package, and its build information. */
export const VersionFields = observer(function VersionFields({ model, licenses, onChange }: Props) {
  const text = useText();
  const { services, license } = useShell();
  const scanned = services.available('xray') && license.rank >= LICENSE_RANK.COMMERCIAL;
  // Below this license rank the API does not filter by single vulnerabilities.
  const inDetail = scanned && license.rank >= LICENSE_RANK.ENTERPRISE;
  return (
    <>
      {FIRST.map(({ key, label, example }) => (
        <TextField
          key={key}
          label={text(label)}
          value={model[key]}
          placeholder={example}
          onChange={(typed) => onChange({ [key]: typed })}
        />
      ))}
      {model.packageQuery !== '' && (
        <TextField
          label={text(messages.packageQuery)}
          value={model.packageQuery}
          onChange={(packageQuery) => onChange({ packageQuery })}
        />
      )}
      {LISTS.map(({ key, label }) => (
        <PickField
          key={key}
          label={text(label)}
          name={key}
          value={model[key]}
          {...(key === 'licenses' ? { options: licenses } : {})}
          free
          onChange={(values) => onChange({ [key]: values })}
        />
      ))}
      <TextField
        label={text(messages.branch)}
        value={model.branch}
        placeholder={EXAMPLES.branch}
        onChange={(branch) => onChange({ branch })}
      />
      {(inDetail || model.cve !== '') && (
        <TextField
          label={text(messages.cve)}
          value={model.cve}
          placeholder={EXAMPLES.cve}
          onChange={(cve) => onChange({ cve })}
        />
      )}
      {(scanned || model.severities.length > 0) && (
        <fieldset className="search-severities">
          <legend>{text(messages.severities)}</legend>
          {SEVERITIES.map((severity) => (
            <label key={severity} className="search-flag">
              <input
                type="checkbox"
                checked={model.severities.includes(severity)}
                onChange={({ target }) =>
                  onChange({
                    severities: SEVERITIES.filter((each) =>
                      each === severity ? target.checked : model.severities.includes(each),
                    ),
                  })
                }
              />
              {text(messages[severity])}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
});
