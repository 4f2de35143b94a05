import { Button, type IconName, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { places } from '../../palette/messages.ts';
import type { Sidebar as SidebarName } from '../../state/ShellState.ts';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { currentItem } from './menuGroups.ts';
import { SidebarList } from './SidebarList.tsx';
import { itemsOf, secondSidebar } from './sidebarItems.ts';

const ICONS: Readonly<Record<SidebarName, IconName>> = {
  application: 'apps',
  administration: 'settings',
  project: 'settings',
};

/**
 * Sidebars: one is shown and links to the other. The classic interface shows both. On a phone they
 * are a drawer.
 */
export const Sidebar = observer(function Sidebar() {
  const shell = useFrame();
  const { state, navigation } = shell;
  const text = useText();
  const { pathname } = navigation.place;
  const second = secondSidebar(shell);
  const administers =
    currentItem(itemsOf(shell, second), pathname) !== undefined || pathname.startsWith('/admin/');
  const known = administers || currentItem(itemsOf(shell, 'application'), pathname) !== undefined;

  // The sidebar follows the page. A page without an item leaves it unchanged, except that of an
  // administrator which is reached from the advanced menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => {
    if (known) state.showSidebar(administers ? second : 'application');
    state.toggleDrawer(false);
  }, [state, pathname, administers, known, second]);

  const active = state.activeSidebar === 'application' ? 'application' : second;
  const names = (['application', second] as const).filter((name) => itemsOf(shell, name).length > 0);
  return (
    <>
      <div
        className="lading-side"
        id="lading-sidebar"
        data-frame-part="menu"
        data-collapsed={state.sidebarCollapsed || undefined}
        data-open={state.drawerOpen || undefined}
      >
        {state.interface !== 'classic' && names.length > 1 && <Switch names={names} active={active} />}
        <div className="lading-side-lists">
          {state.interface === 'classic' ? (
            names.map((name) => <SidebarList key={name} name={name} />)
          ) : (
            <SidebarList name={active} />
          )}
        </div>
        <div className="lading-side-foot">
          <Button
            kind="quiet"
            icon={state.sidebarCollapsed ? 'sidebarOpen' : 'sidebarClose'}
            iconOnly
            label={text(state.sidebarCollapsed ? messages.expand : messages.collapse)}
            aria-expanded={!state.sidebarCollapsed}
            onClick={() => state.toggleSidebar()}
          />
        </div>
      </div>
      <div className="lading-veil" aria-hidden="true" onClick={() => state.toggleDrawer(false)} />
    </>
  );
});

const Switch = observer(function Switch(props: { names: readonly SidebarName[]; active: SidebarName }) {
  const { state } = useFrame();
  const text = useText();
  return (
    <nav className="lading-side-switch" data-frame-part="scopes" aria-label={text(messages.sidebar)}>
      {props.names.map((name) => (
        <Button
          key={name}
          kind="quiet"
          {...(state.sidebarCollapsed ? { icon: ICONS[name], iconOnly: true } : {})}
          label={text(places[name])}
          aria-pressed={name === props.active}
          onClick={() => state.showSidebar(name)}
        />
      ))}
    </nav>
  );
});
