import { Button, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { NotificationBell } from '../notifications/NotificationBell.tsx';
import { ProjectSelector } from '../projects/ProjectSelector.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { Logo } from './Logo.tsx';
import { QuickCreateMenu } from './QuickCreateMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { UserMenu } from './UserMenu.tsx';

export const Header = observer(function Header() {
  const { state, registry, allows } = useFrame();
  const text = useText();
  const canSearch = registry.list('searchCategories').some(({ value }) => allows(value.requires));
  return (
    <header className="lading-head">
      <Button
        kind="quiet"
        icon="menu"
        iconOnly
        className="lading-only-phone"
        data-frame-part="menuButton"
        label={text(state.drawerOpen ? messages.closeMenu : messages.openMenu)}
        aria-expanded={state.drawerOpen}
        aria-controls="lading-sidebar"
        onClick={() => state.toggleDrawer()}
      />
      <Logo />
      <ProjectSelector />
      {canSearch && <SearchBox />}
      <div className="lading-head-actions">
        <QuickCreateMenu />
        <NotificationBell />
        <HelpMenu />
        <UserMenu />
      </div>
    </header>
  );
});
