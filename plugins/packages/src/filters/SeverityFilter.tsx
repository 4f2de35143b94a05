import type { MorePackageFacets } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { SEVERITIES } from '../query/severities.ts';
import { messages } from './rareMessages.ts';

/** Filters by severities: at least one vulnerability must have one of them. */
export function SeverityFilter(props: {
  chosen: readonly string[];
  /** Numbers of packages. */
  counts?: Pick<MorePackageFacets, 'severities' | 'capped'>;
  onChange: (severities: string[]) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { chosen, counts, onChange } = props;
  const countOf = (severity: string) => {
    const count = counts?.severities.find(({ value }) => value === severity)?.count;
    if (count === undefined) return null;
    // Unknown: only a part of the packages was counted, and none of them has this severity.
    if (counts?.capped && count === 0) return <span title={text(messages.tooMany)}>?</span>;
    const least = counts?.capped ? '+' : '';
    return <span className="ld-soft">{`${formats.count(count)}${least}`}</span>;
  };
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
          {text(messages[severity])} {countOf(severity)}
        </label>
      ))}
    </fieldset>
  );
}
