import { Icon, useShell, useText } from '@lading/ui';
import { type ComponentType, useRef, useState } from 'react';
import { typeLabel } from '../types/packageTypes.ts';
import { messages } from './messages.ts';
import type { TypeDropdownProps } from './TypeDropdown.tsx';

interface Props extends Omit<TypeDropdownProps, 'start'> {
  /** Called when the types to offer are about to be needed. */
  readonly onNeed: () => void;
}

/**
 * The filter by type. What draws the choice is a third of the page's code: it is fetched when somebody turns to the filter,
 * in whose place a button stands until then.
 */
export function TypeFilter(props: Props) {
  const text = useText();
  const { notifications } = useShell();
  const { onNeed, ...rest } = props;
  const button = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);
  const [loaded, setLoaded] = useState<ComponentType<TypeDropdownProps>>();

  const load = () => {
    onNeed();
    import('./TypeDropdown.tsx').then(
      ({ TypeDropdown }) => setLoaded(() => TypeDropdown),
      // Turning to it once more tries again.
      () => wanted.current && notifications.error(text(messages.typesNotLoaded)),
    );
  };

  // From the press on, not from the click alone: the button may be gone when it is let go.
  const open = () => {
    wanted.current = true;
    load();
  };

  if (loaded) {
    const Choice = loaded;
    const focused = document.activeElement === button.current;
    return <Choice {...rest} start={wanted.current ? 'open' : focused ? 'focus' : undefined} />;
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={text(messages.type)}
      aria-haspopup="listbox"
      aria-expanded={false}
      className="packages-filters__type packages-filters__button"
      onPointerEnter={load}
      onFocus={load}
      onPointerDown={open}
      onClick={open}
    >
      <span className={rest.chosen.length === 0 ? 'packages-filters__none' : undefined}>
        {rest.chosen.map(typeLabel).join(', ') || text(messages.anyType)}
      </span>
      <Icon name="chevronDown" size={16} />
    </button>
  );
}
