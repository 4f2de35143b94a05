import type { MenuItemContribution } from '@lading/contract';
import { Icon, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { places } from '../../palette/messages.ts';
import type { Sidebar } from '../../state/ShellState.ts';
import { useFrame } from '../FrameContext.ts';
import { currentItem, menuGroups } from './menuGroups.ts';
import { useReservedItems } from './useReservedItems.ts';

interface ItemProps {
  readonly item: MenuItemContribution;
  readonly label: string;
  readonly href: string;
  /** Reason why the item is disabled. */
  readonly disabled: string | undefined;
  readonly isCurrent: boolean;
  /** The label is shown as a tooltip. */
  readonly isCollapsed: boolean;
}

/** Items of one sidebar, as links. */
export const SidebarList = observer(function SidebarList(props: { name: Sidebar }) {
  const shell = useFrame();
  const { navigation, state } = shell;
  const text = useText();
  const entries = shell.menus.entries(props.name);
  const items = entries.map(({ item }) => item);
  const reasons = new Map(entries.map(({ item, disabled }) => [item, disabled]));
  const reserved = useReservedItems(props.name, items);
  const current = currentItem(items, navigation.place.pathname);
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is current, or items were added late
  useEffect(() => scrollToCurrent(nav.current), [current?.path, items.length]);
  return (
    <nav ref={nav} aria-label={text(places[props.name])}>
      {menuGroups([...items, ...reserved], text).map((group) => (
        <div key={group.label}>
          {group.label !== '' && <h2>{group.label}</h2>}
          <ul>
            {group.items.map((item) =>
              reserved.includes(item) ? (
                <li key={item.path} className="lading-side-reserved" aria-hidden="true" />
              ) : (
                <li key={item.path}>
                  <SidebarItem
                    item={item}
                    label={text(item.label)}
                    href={navigation.href(item.path)}
                    disabled={reasons.get(item)}
                    isCurrent={item === current}
                    isCollapsed={state.sidebarCollapsed}
                  />
                </li>
              ),
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
});

/**
 * Scrolls the current item into view. Only the list scrolls: `scrollIntoView` would move the page
 * too.
 */
function scrollToCurrent(nav: HTMLElement | null): void {
  const list = nav?.parentElement;
  const item = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!list || !item) return;
  const visible = list.getBoundingClientRect();
  if (item.bottom > visible.bottom) list.scrollTop += item.bottom - visible.bottom;
  else if (item.top < visible.top) list.scrollTop -= visible.top - item.top;
}

/**
 * Renders one item. Takes everything from its properties for speed, because there may be hundreds.
 */
function SidebarItem({ item, label, href, disabled, isCurrent, isCollapsed }: ItemProps) {
  const title = isCollapsed ? label : undefined;
  const content = (
    <>
      <Icon name={item.icon ?? 'plug'} />
      <span>{label}</span>
    </>
  );
  if (disabled !== undefined) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without a URL is how HTML represents a disabled link
      <a
        className="lading-side-link"
        role="link"
        aria-disabled="true"
        aria-description={disabled}
        title={[title, disabled].filter(Boolean).join(': ')}
      >
        {content}
      </a>
    );
  }
  return (
    <a className="lading-side-link" href={href} aria-current={isCurrent ? 'page' : undefined} title={title}>
      {content}
    </a>
  );
}
