import { useText } from '@lading/ui';
import { SEVERITIES } from '../query/severities.ts';
import { messages } from './rareMessages.ts';

/** Severities of which there must be a vulnerability. */
export function SeverityFilter(props: {
  chosen: readonly string[];
  onChange: (severities: string[]) => void;
}) {
  const text = useText();
  const { chosen, onChange } = props;
  return (
    <fieldset>
      <legend>{text(messages.severities)}</legend>
      {SEVERITIES.map((severity) => (
        <label key={severity}>
          <input
            type="checkbox"
            checked={chosen.includes(severity)}
            onChange={({ target }) =>
              onChange(
                SEVERITIES.filter((each) => (each === severity ? target.checked : chosen.includes(each))),
              )
            }
          />
          {text(messages[severity])}
        </label>
      ))}
    </fieldset>
  );
}
