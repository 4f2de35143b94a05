import { LICENSE_RANK } from '@lading/contract';
import { TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { SearchModel } from '../query/searchModel.ts';
import { EXAMPLES, SEVERITIES } from '../query/searchTypes.ts';
import { messages } from './messages.ts';

interface Props {
  readonly model: SearchModel;
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
  { key: 'licenses', label: messages.licences },
  { key: 'propertySets', label: messages.propertySets },
] as const;

/** What must hold of the version that a file belongs to, of its package, and of what its build said of it. */
export const VersionFields = observer(function VersionFields({ model, onChange }: Props) {
  const text = useText();
  const { services, licence } = useShell();
  const scanned = services.available('xray') && licence.rank >= LICENSE_RANK.COMMERCIAL;
  // With less than that calls do not ask for single vulnerabilities.
  const inDetail = scanned && licence.rank >= LICENSE_RANK.ENTERPRISE;
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
        <TextField
          key={key}
          label={text(label)}
          value={model[key].join(', ')}
          onChange={(typed) =>
            onChange({ [key]: typed === '' ? [] : typed.split(',').map((one) => one.trimStart()) })
          }
          onBlur={() => onChange({ [key]: model[key].map((one) => one.trim()).filter((one) => one !== '') })}
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
