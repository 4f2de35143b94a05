import { Button, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { isSingle, strokesOf } from '../../shortcuts/keys.ts';
import { messages } from '../../shortcuts/messages.ts';
import type { ShortcutAction, Shortcuts } from '../../shortcuts/Shortcuts.ts';
import { KeyCaps } from './KeyCaps.tsx';

interface RowProps {
  readonly action: ShortcutAction;
  readonly shortcuts: Shortcuts;
  readonly onChange: () => void;
}

/** Action, its shortcut, and controls to change it. */
export const ShortcutRow = observer(function ShortcutRow({ action, shortcuts, onChange }: RowProps) {
  const text = useText();
  const { label } = action;
  const keys = shortcuts.keysOf(action);
  const off = keys !== '' && !shortcuts.single && strokesOf(keys).some(isSingle);
  return (
    <>
      <span className="lading-shortcuts-label">{label}</span>
      {keys === '' ? <span className="ld-soft">{text(messages.none)}</span> : <KeyCaps keys={keys} />}
      {off && <span className="ld-soft">({text(messages.off)})</span>}
      <span className="lading-shortcuts-actions">
        <Button
          kind="quiet"
          icon="edit"
          iconOnly
          label={text(messages.change, { label })}
          onClick={onChange}
        />
        {keys !== '' && (
          <Button
            kind="quiet"
            icon="close"
            iconOnly
            label={text(messages.clear, { label })}
            onClick={() => shortcuts.choose(action, '')}
          />
        )}
        {shortcuts.isChanged(action) && (
          <Button
            kind="quiet"
            icon="refresh"
            iconOnly
            label={text(messages.reset, { label })}
            onClick={() => shortcuts.choose(action, action.keys ?? '')}
          />
        )}
      </span>
    </>
  );
});
