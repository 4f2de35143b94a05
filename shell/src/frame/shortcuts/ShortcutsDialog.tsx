import { Button, Dialog, SearchField, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { EntryGroup } from '../../palette/Entry.ts';
import { groupNames } from '../../palette/paletteTexts.ts';
import { messages } from '../../shortcuts/messages.ts';
import type { Doable } from '../../shortcuts/Shortcuts.ts';
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
  const all = overlays.doables;
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
                  .filter((doable) => groupOf(doable) === group)
                  .map((doable) => (
                    <li key={doable.id}>
                      {recording === doable.id ? (
                        <KeyRecorder
                          label={doable.label}
                          conflict={(keys) => shortcuts.conflict(doable, keys, all)}
                          onKeep={(keys) => {
                            shortcuts.choose(doable, keys);
                            setRecording(undefined);
                          }}
                          onGiveUp={() => setRecording(undefined)}
                        />
                      ) : (
                        <ShortcutRow
                          doable={doable}
                          shortcuts={shortcuts}
                          onChange={() => setRecording(doable.id)}
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
function groupOf(doable: Doable): Group {
  return 'group' in doable ? (doable.group as EntryGroup) : 'general';
}
