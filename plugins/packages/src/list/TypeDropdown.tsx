import { Dropdown, type IDropdown, type IDropdownOption } from '@fluentui/react/lib/Dropdown';
import { useText } from '@lading/ui';
import { prepareFluent } from '@lading/ui/fluent';
import { useEffect, useRef, useState } from 'react';
import { typeLabel } from '../types/packageTypes.ts';
import { messages } from './messages.ts';

export interface TypeDropdownProps {
  /** Offered, beside those that are chosen. */
  readonly types: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (types: string[]) => void;
  /** What is to happen as soon as it is drawn. */
  readonly start: 'open' | 'focus' | undefined;
}

/** Chooses the types to list; none chosen means all. */
export function TypeDropdown(props: TypeDropdownProps) {
  useState(prepareFluent);
  const text = useText();
  const { types, chosen, onChange, start } = props;
  const dropdown = useRef<IDropdown>(null);
  const [begin] = useState(start);
  useEffect(() => {
    if (begin) dropdown.current?.focus(begin === 'open');
  }, [begin]);

  const offered = [...new Set([...types, ...chosen])];
  const options: IDropdownOption[] = offered.map((type) => ({ key: type, text: typeLabel(type) }));
  return (
    <Dropdown
      multiSelect
      componentRef={dropdown}
      className="packages-filters__type"
      ariaLabel={text(messages.type)}
      placeholder={text(messages.anyType)}
      options={options}
      selectedKeys={[...chosen]}
      onChange={(_event, option) => {
        if (!option) return;
        const type = String(option.key);
        onChange(option.selected ? [...chosen, type] : chosen.filter((other) => other !== type));
      }}
    />
  );
}
