import { Icon, useShell, useText } from '@lading/ui';
import { type ComponentType, useRef, useState } from 'react';
import type { FacetDropdownProps } from './FacetDropdown.tsx';
import { messages } from './messages.ts';

interface Props extends Omit<FacetDropdownProps, 'start'> {
  /** Called before the values are needed. */
  readonly onNeed: () => void;
}

/**
 * Filters by values, such as types. Shows a button until the user opens or focuses the filter: only
 * then is the dropdown fetched, which is a third of the page's code.
 */
export function FacetFilter(props: Props) {
  const text = useText();
  const { notifications } = useShell();
  const { onNeed, ...rest } = props;
  const { label, anyLabel, chosen, nameOf = String } = rest;
  const button = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);
  const [loaded, setLoaded] = useState<ComponentType<FacetDropdownProps>>();

  const load = () => {
    onNeed();
    import('./FacetDropdown.tsx').then(
      ({ FacetDropdown }) => setLoaded(() => FacetDropdown),
      // Opening the filter again retries.
      () => wanted.current && notifications.error(text(messages.typesNotLoaded)),
    );
  };

  // Listens from pointer down, not only for the click: the button may no longer exist on pointer
  // up.
  const open = () => {
    wanted.current = true;
    load();
  };

  if (loaded) {
    const Choice = loaded;
    const focused = document.activeElement === button.current;
    return (
      <Choice {...rest} start={wanted.current ? 'open' : focused ? 'focus' : undefined} onOpen={onNeed} />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      className="packages-filters__type packages-filters__button"
      onPointerEnter={load}
      onFocus={load}
      onPointerDown={open}
      onClick={open}
    >
      <span className={chosen.length === 0 ? 'packages-filters__none' : undefined}>
        {chosen.map(nameOf).join(', ') || anyLabel}
      </span>
      <Icon name="chevronDown" size={16} />
    </button>
  );
}
