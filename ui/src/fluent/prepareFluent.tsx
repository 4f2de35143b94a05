import { loadTheme, registerIcons } from '@fluentui/react/lib/Styling';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { FLUENT_THEME } from './fluentTheme.ts';

/** Icons that Fluent UI's own components need, by their names there. */
const OWN_ICONS: Readonly<Record<string, IconName>> = {
  Accept: 'check',
  Cancel: 'close',
  CheckMark: 'check',
  ChevronDown: 'chevronDown',
  ChevronRight: 'chevronRight',
  ChevronUp: 'chevronUp',
  ChromeClose: 'close',
  Clear: 'close',
  Completed: 'checkCircle',
  Error: 'error',
  ErrorBadge: 'error',
  Info: 'info',
  More: 'more',
  Search: 'search',
  Warning: 'warning',
};

let prepared: 'ltr' | 'rtl' | undefined;

/**
 * Configures Fluent UI with the console's theme, direction, and icons. Call before rendering a
 * Fluent component.
 */
export function prepareFluent(): void {
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  if (prepared === direction) return;
  loadTheme({ ...FLUENT_THEME, rtl: direction === 'rtl' });
  const isFirst = prepared === undefined;
  prepared = direction;
  if (!isFirst) return;
  const icons = Object.entries(OWN_ICONS).map(([name, icon]) => [
    name,
    <Icon key={name} name={icon} size={16} />,
  ]);
  registerIcons({ fontFace: undefined, style: {}, icons: Object.fromEntries(icons) });
}
