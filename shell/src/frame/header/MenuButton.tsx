import { Button, type IconName } from '@lading/ui';
import { lazy, Suspense, useRef, useState } from 'react';

// Fluent's menu comes with the first menu that is opened.
const Menu = lazy(() => import('./Menu.tsx'));

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  /** A link below `/ui`, or anywhere else. */
  readonly href?: string;
  /** Opens in a page of its own. */
  readonly external?: boolean;
  readonly onClick?: () => void;
  /** One of several of which one is chosen. */
  readonly checked?: boolean;
  /** A heading, which cannot be chosen. */
  readonly heading?: boolean;
}

/** A button of the header that opens a menu. */
export function MenuButton(props: { label: string; icon: IconName; entries: readonly MenuEntry[] }) {
  const { label, icon, entries } = props;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place}>
      <Button
        kind="quiet"
        icon={icon}
        iconOnly
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Suspense fallback={null}>
          <Menu target={place} label={label} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
