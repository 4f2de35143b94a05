import type { Message } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';
import type { ComponentType } from 'react';
import { paletteEntries } from '../../palette/entries.ts';
import { actions, messages as palette } from '../../palette/messages.ts';
import { RecentPages } from '../../palette/RecentPages.ts';
import type { Shell } from '../../Shell.ts';
import { messages as shortcuts } from '../../shortcuts/messages.ts';
import { type ShortcutAction, Shortcuts } from '../../shortcuts/Shortcuts.ts';

export interface OverlayProps {
  readonly overlays: Overlays;
  readonly onClose: () => void;
}

type OverlayName = 'palette' | 'shortcuts';

interface Source {
  readonly load: () => Promise<ComponentType<OverlayProps>>;
  readonly failure: Message;
}

/** Overlays; the code of each is loaded when it is first opened. */
const SOURCES: Readonly<Record<OverlayName, Source>> = {
  palette: {
    load: () => import('../palette/Palette.tsx').then(({ Palette }) => Palette),
    failure: palette.notLoaded,
  },
  shortcuts: {
    load: () => import('../shortcuts/ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
    failure: shortcuts.notLoaded,
  },
};

/** State of the command palette and the shortcuts dialog. */
export class Overlays {
  shown: ComponentType<OverlayProps> | undefined = undefined;
  readonly shortcuts: Shortcuts;
  readonly recent: RecentPages;
  readonly #shell: Shell;
  #wanted: OverlayName | undefined;

  constructor(shell: Shell) {
    this.#shell = shell;
    const user = () => shell.user.current?.name ?? '';
    this.shortcuts = new Shortcuts({ storage: shell.storage, user });
    this.recent = new RecentPages(shell.storage, user);
    makeObservable<Overlays, 'show'>(this, { shown: observableRef, show: action, close: action });
  }

  /** Opens an overlay; it replaces an open one. */
  async open(name: OverlayName): Promise<void> {
    this.#wanted = name;
    const { load, failure } = SOURCES[name];
    try {
      const found = await load();
      if (this.#wanted === name) this.show(found);
    } catch (error) {
      const { log, notifications, language } = this.#shell;
      log.failure(`Failed to load the overlay ${name}: ${log.causeOf(error)}`);
      notifications.error(language.text(failure));
    }
  }

  close(): void {
    this.#wanted = undefined;
    this.shown = undefined;
  }

  private show(found: ComponentType<OverlayProps>): void {
    this.shown = found;
  }

  /** Actions that can have a shortcut. */
  get shortcutActions(): readonly ShortcutAction[] {
    const { language } = this.#shell;
    const own: ShortcutAction[] = [
      {
        id: 'palette',
        label: language.text(actions.palette),
        keys: 'Mod+K',
        run: () => void this.open('palette'),
      },
      { ...SEARCH, label: language.text(actions.search) },
      {
        id: 'shortcuts',
        label: language.text(actions.shortcuts),
        keys: '?',
        run: () => void this.open('shortcuts'),
      },
    ];
    const others = paletteEntries(this.#shell, this.recent).filter(
      ({ group, refused }) => group !== 'recent' && !refused,
    );
    return [...own, ...others];
  }
}

/** Action without a label: the search box shows its keys. */
export const SEARCH: ShortcutAction = { id: 'search', label: '', keys: '/', run: focusSearchBox };

function focusSearchBox(): void {
  const box = document.querySelector<HTMLInputElement>('.lading-searchbox input');
  box?.focus();
  box?.select();
}
