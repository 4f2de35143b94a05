import type { FramePart } from '@lading/contract';
import { Button, type IconName, useText } from '@lading/ui';
import { type ComponentType, useRef, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import type { MenuProps } from './Menu.tsx';

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  /** Path below `/ui`, or an external URL. */
  readonly href?: string;
  /** Links to the current page. */
  readonly current?: boolean;
  /** Opens in a new tab. */
  readonly external?: boolean;
  readonly onClick?: () => void;
  /** Selected option of several. */
  readonly checked?: boolean;
  /** Heading that cannot be selected. */
  readonly heading?: boolean;
}

/** Header button that opens a menu. */
export function MenuButton(props: {
  part: FramePart;
  label: string;
  icon: IconName;
  entries: readonly MenuEntry[];
}) {
  const { part, label, icon, entries } = props;
  const { log, notifications } = useFrame();
  const text = useText();
  const [open, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>();
  const place = useRef<HTMLSpanElement>(null);
  const toggle = () => {
    setOpen(!open);
    if (Menu || open) return;
    // Fluent's menu is loaded with the first opened menu. If it fails to load, the rest of the
    // frame keeps working.
    import('./Menu.tsx').then(
      (found) => setMenu(() => found.Menu),
      (error: unknown) => {
        setOpen(false);
        log.failure(`Failed to load the menu: ${log.causeOf(error)}`);
        notifications.error(text(messages.menuFailed));
      },
    );
  };
  return (
    <span ref={place} data-frame-part={part}>
      <Button
        kind="quiet"
        icon={icon}
        iconOnly
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={toggle}
      />
      {open && Menu && <Menu target={place} label={label} entries={entries} onClose={() => setOpen(false)} />}
    </span>
  );
}
