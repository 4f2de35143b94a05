import type { MenuItemContribution } from '@lading/contract';
import { Icon } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { Sidebar } from '../../state/ShellState.ts';
import { useFrame } from '../FrameContext.ts';
import { currentItem, menuGroups } from './menuGroups.ts';
import { SIDEBARS } from './Sidebar.tsx';
import { itemsOf } from './sidebarItems.ts';

interface ItemProps {
  readonly item: MenuItemContribution;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Its text stands in a tooltip. */
  readonly isCollapsed: boolean;
}

/** One sidebar's items, as real links. */
export const SidebarList = observer(function SidebarList(props: { name: Sidebar }) {
  const shell = useFrame();
  const { navigation, state } = shell;
  const items = itemsOf(shell, props.name);
  const current = currentItem(items, navigation.place.pathname);
  return (
    <nav aria-label={SIDEBARS[props.name].label}>
      {menuGroups(items).map((group) => (
        <div key={group.label}>
          {group.label !== '' && <h2>{group.label}</h2>}
          <ul>
            {group.items.map((item) => (
              <li key={item.path}>
                <SidebarItem
                  item={item}
                  href={navigation.href(item.path)}
                  isCurrent={item === current}
                  isCollapsed={state.sidebarCollapsed}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
});

/** Plain, because there may be hundreds: what it shows comes in its properties. */
function SidebarItem({ item, href, isCurrent, isCollapsed }: ItemProps) {
  const title = isCollapsed ? item.label.text : undefined;
  const content = (
    <>
      <Icon name={item.icon ?? 'plug'} />
      <span>{item.label.text}</span>
    </>
  );
  if (item.disabled) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML says that it leads nowhere now
      <a className="lading-side-link" role="link" aria-disabled="true" title={title}>
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
