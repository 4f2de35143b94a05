import { Button, Dialog, SearchField, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { EntryGroup } from '../../palette/Entry.ts';
import { groupNames } from '../../palette/paletteTexts.ts';
import { messages } from '../../shortcuts/messages.ts';
import type { ShortcutAction } from '../../shortcuts/Shortcuts.ts';
import type { OverlayProps } from '../overlay/overlays.ts';
import { KeyRecorder } from './KeyRecorder.tsx';
import { ShortcutRow } from './ShortcutRow.tsx';
import css from './shortcuts.css?inline';

/** Dialog that lists all shortcuts and lets users change them. */
export const ShortcutsDialog = observer(function ShortcutsDialog({ overlays, onClose }: OverlayProps) {
  useStyles(css);
  const text = useText();
  const helpId = useId();
  const { shortcuts } = overlays;
  const [query, setQuery] = useState('');
  const [recording, setRecording] = useState<string>();
  const all = overlays.shortcutActions;
  const wanted = query.trim().toLowerCase();
  const shown = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  const groups = [...new Set(shown.map(groupOf))];
  return (
    <Dialog title={text(messages.title)} onCancel={onClose}>
      <div className="lading-shortcuts">
        <div className="lading-shortcuts-bar">
          <SearchField label={text(messages.find)} value={query} onChange={setQuery} />
          <Button
            label={text(messages.resetAll)}
            disabled={!shortcuts.anyChanged}
            onClick={() => shortcuts.resetAll()}
          />
        </div>
        <label className="lading-shortcuts-single">
          <input
            type="checkbox"
            checked={shortcuts.single}
            aria-describedby={helpId}
            onChange={(event) => shortcuts.allowSingle(event.target.checked)}
          />
          <span>
            {text(messages.single)}
            <small id={helpId}>{text(messages.singleHelp)}</small>
          </span>
        </label>
        <div className="lading-shortcuts-list">
          {shown.length === 0 && (
            <p className="ld-soft">{text(messages.noneFound, { query: query.trim() })}</p>
          )}
          {groups.map((group) => (
            <section key={group} aria-label={nameOf(group)}>
              <h3>{nameOf(group)}</h3>
              <ul>
                {shown
                  .filter((action) => groupOf(action) === group)
                  .map((action) => (
                    <li key={action.id}>
                      {recording === action.id ? (
                        <KeyRecorder
                          label={action.label}
                          conflict={(keys) => shortcuts.conflict(action, keys, all)}
                          onKeep={(keys) => {
                            shortcuts.choose(action, keys);
                            setRecording(undefined);
                          }}
                          onGiveUp={() => setRecording(undefined)}
                        />
                      ) : (
                        <ShortcutRow
                          action={action}
                          shortcuts={shortcuts}
                          onChange={() => setRecording(action.id)}
                        />
                      )}
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
        <div className="lading-shortcuts-foot">
          <Button kind="main" label={text(messages.done)} onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );

  function nameOf(group: Group): string {
    return text(group === 'general' ? messages.general : groupNames[group]);
  }
});

type Group = EntryGroup | 'general';

/** The shell's own three actions come first, before those of the palette. */
function groupOf(action: ShortcutAction): Group {
  return 'group' in action ? (action.group as EntryGroup) : 'general';
}
