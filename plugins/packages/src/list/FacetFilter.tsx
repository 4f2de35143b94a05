import { Icon, useShell, useText } from '@lading/ui';
import { type ComponentType, useRef, useState } from 'react';
import type { FacetDropdownProps } from './FacetDropdown.tsx';
import { messages } from './messages.ts';

interface Props extends Omit<FacetDropdownProps, 'start'> {
  /** Called when the values to offer are about to be needed. */
  readonly onNeed: () => void;
}

/**
 * A filter by values, such as types. What draws the choice is a third of the page's code: it is
 * fetched when the user turns to the filter, in whose place a button is until then.
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
      // Turning to it once more tries again.
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
