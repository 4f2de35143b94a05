import { observer } from 'mobx-react-lite';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { itemEntries } from './itemEntries.ts';
import { MenuButton } from './MenuButton.tsx';

/** Create menu. Hidden if it has no items. */
export const QuickCreateMenu = observer(function QuickCreateMenu() {
  const shell = useFrame();
  const entries = itemEntries(shell, shell.menus.quickCreate);
  return entries.length === 0 ? null : (
    <MenuButton part="create" label={shell.language.text(messages.create)} icon="add" entries={entries} />
  );
});
