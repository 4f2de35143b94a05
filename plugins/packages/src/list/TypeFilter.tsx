import { Dropdown, type IDropdownOption } from '@fluentui/react/lib/Dropdown';
import { useText } from '@lading/ui';
import { prepareFluent } from '@lading/ui/fluent';
import { useState } from 'react';
import { typeLabel } from '../types/packageTypes.ts';
import { messages } from './messages.ts';

interface Props {
  /** Offered, beside those that are chosen. */
  readonly types: readonly string[];
  readonly chosen: readonly string[];
  readonly onOpen: () => void;
  readonly onChange: (types: string[]) => void;
}

/** Chooses the types to list; none chosen means all. */
export function TypeFilter(props: Props) {
  useState(prepareFluent);
  const text = useText();
  const { types, chosen, onOpen, onChange } = props;
  const offered = [...new Set([...types, ...chosen])];
  const options: IDropdownOption[] = offered.map((type) => ({ key: type, text: typeLabel(type) }));
  return (
    <Dropdown
      multiSelect
      className="packages-filters__type"
      ariaLabel={text(messages.type)}
      placeholder={text(messages.anyType)}
      options={options}
      selectedKeys={[...chosen]}
      onFocus={onOpen}
      onClick={onOpen}
      onChange={(_event, option) => {
        if (!option) return;
        const type = String(option.key);
        onChange(option.selected ? [...chosen, type] : chosen.filter((other) => other !== type));
      }}
    />
  );
}
