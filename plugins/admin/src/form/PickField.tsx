import { Button, type Fetched, SearchField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { messages } from './messages.ts';
import { Suggest } from './Suggest.tsx';

/** So many are shown at first, and so many more each time that somebody asks for them. */
const SHOWN = 50;
const MORE = 500;

/** What can be chosen, as it is fetched. */
export type Options = Pick<Fetched<readonly string[]>, 'value' | 'status' | 'error' | 'need'>;

interface Props {
  readonly label: string;
  readonly name: string;
  readonly chosen: readonly string[];
  readonly options: Options;
  readonly onChange: (chosen: string[]) => void;
  /** Their order matters: they can be moved. */
  readonly ordered?: boolean;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
}

/** Some of many, such as a group's members. */
export const PickField = observer(function PickField(props: Props) {
  const { label, name, chosen, options, onChange, ordered, error, help } = props;
  const text = useText();
  const [most, setMost] = useState(SHOWN);
  const [wanted, setWanted] = useState('');
  const found =
    wanted === '' ? chosen : chosen.filter((option) => option.toLowerCase().includes(wanted.toLowerCase()));
  const shown = found.slice(0, most);
  const taken = new Set(chosen);
  const left = options.value.filter((option) => !taken.has(option));

  const move = (at: number, step: number) => {
    const next = [...chosen];
    const [moved] = next.splice(at, 1);
    if (moved !== undefined) next.splice(at + step, 0, moved);
    onChange(next);
  };
  return (
    <div className="ld-field admin-pick">
      <Suggest
        label={label}
        name={name}
        options={options.status === 'there' ? left : undefined}
        onNeed={() => void options.need()}
        // Where many are chosen, a new one is to be seen.
        onAdd={(option) => onChange(ordered ? [...chosen, option] : [option, ...chosen])}
        error={options.error ? text(messages.noOptions, { cause: options.error.message }) : error}
        help={help}
      />
      {!ordered && chosen.length > SHOWN && (
        <SearchField label={text(messages.find, { field: label })} value={wanted} onChange={setWanted} />
      )}
      {shown.length > 0 && (
        <ul className={ordered ? 'admin-pick__list' : 'admin-pick__chips'} aria-label={label}>
          {shown.map((option, at) => (
            <li key={option}>
              <span>{option}</span>
              {ordered && (
                <>
                  <Button
                    kind="quiet"
                    icon="chevronUp"
                    iconOnly
                    label={text(messages.up, { name: option })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <Button
                    kind="quiet"
                    icon="chevronDown"
                    iconOnly
                    label={text(messages.down, { name: option })}
                    disabled={at === chosen.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </>
              )}
              <Button
                kind="quiet"
                icon="close"
                iconOnly
                label={text(messages.takeOut, { name: option })}
                onClick={() => onChange(chosen.filter((other) => other !== option))}
              />
            </li>
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button
            kind="quiet"
            label={text(messages.showMore, { count: Math.min(MORE, found.length - shown.length) })}
            onClick={() => setMost(most + MORE)}
          />
        </div>
      )}
    </div>
  );
});
