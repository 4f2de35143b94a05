import {
  Dropdown,
  DropdownMenuItemType,
  type IDropdown,
  type IDropdownOption,
} from '@fluentui/react/lib/Dropdown';
import { useFormats } from '@lading/ui';
import { prepareFluent } from '@lading/ui/fluent';
import { useEffect, useRef, useState } from 'react';

/** A value that can be filtered by. `count` is absent while it is unknown. */
export interface FacetValue {
  readonly value: string;
  readonly count?: number | undefined;
}

export interface FacetDropdownProps {
  readonly label: string;
  /** Label while no value is selected. */
  readonly anyLabel: string;
  /** Available values, in addition to the selected ones. */
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly nameOf?: (value: string) => string;
  /** Counts are minimums. */
  readonly capped?: boolean;
  /** A sentence below the values, such as an explanation of the counts. */
  readonly note?: string | undefined;
  /** Called whenever it is opened. */
  readonly onOpen?: () => void;
  /** Initial state after the first render: opened, or focused. */
  readonly start: 'open' | 'focus' | undefined;
}

/** Selects the values to filter by; an empty selection means all. */
export function FacetDropdown(props: FacetDropdownProps) {
  useState(prepareFluent);
  const formats = useFormats();
  const { label, anyLabel, values, chosen, onChange, nameOf = String, capped, note, onOpen, start } = props;
  const dropdown = useRef<IDropdown>(null);
  const [begin] = useState(start);
  useEffect(() => {
    if (begin) dropdown.current?.focus(begin === 'open');
  }, [begin]);

  const counts = new Map(values.map(({ value, count }) => [value, count]));
  const offered = [...new Set([...values.map(({ value }) => value), ...chosen])];
  const options: IDropdownOption[] = [
    ...offered.map((value) => ({ key: value, text: nameOf(value), data: counts.get(value) })),
    ...(note ? [{ key: '\0note', text: note, itemType: DropdownMenuItemType.Header }] : []),
  ];
  const countText = (count: number) => `${formats.count(count)}${capped && count > 0 ? '+' : ''}`;
  return (
    <Dropdown
      multiSelect
      componentRef={dropdown}
      className="packages-filters__type"
      ariaLabel={label}
      placeholder={anyLabel}
      options={options}
      selectedKeys={[...chosen]}
      dropdownWidth="auto"
      calloutProps={{ calloutMaxHeight: 420 }}
      onRenderOption={(option, render) =>
        option?.data === undefined ? (
          (render?.(option) ?? null)
        ) : (
          <span className="packages-facet">
            <span>{option.text}</span> <span className="ld-soft">{countText(option.data as number)}</span>
          </span>
        )
      }
      onFocus={onOpen}
      onChange={(_event, option) => {
        if (!option) return;
        const value = String(option.key);
        onChange(option.selected ? [...chosen, value] : chosen.filter((other) => other !== value));
      }}
    />
  );
}
