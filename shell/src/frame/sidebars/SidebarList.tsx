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
  readonly isCurrent: boolean;
}

/** One sidebar's items, as real links. */
export const SidebarList = observer(function SidebarList(props: { name: Sidebar }) {
  const shell = useFrame();
  const items = itemsOf(shell, props.name);
  const current = currentItem(items, shell.navigation.place.pathname);
  return (
    <nav aria-label={SIDEBARS[props.name].label}>
      {menuGroups(items).map((group) => (
        <div key={group.label}>
          {group.label !== '' && <h2>{group.label}</h2>}
          <ul>
            {group.items.map((item) => (
              <li key={item.path}>
                <SidebarItem item={item} isCurrent={item === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
});

const SidebarItem = observer(function SidebarItem({ item, isCurrent }: ItemProps) {
  const { navigation, state } = useFrame();
  const title = state.sidebarCollapsed ? item.label.text : undefined;
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
    <a
      className="lading-side-link"
      href={navigation.href(item.path)}
      aria-current={isCurrent ? 'page' : undefined}
      title={title}
    >
      {content}
    </a>
  );
});
