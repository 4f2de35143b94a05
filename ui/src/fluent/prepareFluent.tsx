import { loadTheme, registerIcons } from '@fluentui/react/lib/Styling';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/icons.ts';
import { FLUENT_THEME } from './fluentTheme.ts';

/** The icons that Fluent UI's own components ask for, by their names there. */
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

let prepared = false;

/** Gives Fluent UI the console's theme and icons. To be called before its first component is drawn. */
export function prepareFluent(): void {
  if (prepared) return;
  prepared = true;
  loadTheme(FLUENT_THEME);
  const icons = Object.entries(OWN_ICONS).map(([name, icon]) => [
    name,
    <Icon key={name} name={icon} size={16} />,
  ]);
  registerIcons({ fontFace: undefined, style: {}, icons: Object.fromEntries(icons) });
}
