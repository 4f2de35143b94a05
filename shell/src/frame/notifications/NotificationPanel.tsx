import type { NotificationEntry } from '@lading/contract/rest';
import { Button, EmptyState, FetchedView, useStyles, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { addressOf, describe, nameOf } from './describe.ts';
import { messages } from './messages.ts';
import { NotificationSettings } from './NotificationSettings.tsx';
import { NotificationStore } from './NotificationStore.ts';
import css from './notifications.css?inline';

export interface NotificationPanelProps {
  /** Contains the panel and its button: a click outside of it closes the panel. */
  readonly within: RefObject<HTMLElement>;
  readonly onClose: () => void;
}

/** The user's notifications below their button. */
export const NotificationPanel = observer(function NotificationPanel(props: NotificationPanelProps) {
  const { within, onClose } = props;
  useStyles(css);
  const { http, platformData, notifications } = useFrame();
  const text = useText();
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  const [store] = useState(() => new NotificationStore(http, () => void platformData.retry('notifications')));
  useEffect(() => {
    void store.list.need();
    panel.current?.focus();
    return () => store.list.dispose();
  }, [store]);
  useClickOutside(within, onClose);
  const attempt = (change: Promise<void>) => {
    // The action can remove the pressed button, which has the focus.
    panel.current?.focus();
    change.catch((cause: Error) => notifications.error(text(messages.notChanged, { cause: cause.message })));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={panel}
      className="lading-notices"
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="lading-notices-head">
        <h2 id={heading}>{text(messages.title)}</h2>
        {store.unread.length > 0 && (
          <Button
            kind="quiet"
            label={text(messages.allRead)}
            onClick={() => attempt(store.mark(store.unread, true))}
          />
        )}
        <Button kind="quiet" icon="close" iconOnly label={text(messages.close)} onClick={onClose} />
      </div>
      {/* Above the list, which can be long. */}
      <NotificationSettings />
      <div className="lading-notices-list">
        <FetchedView fetched={store.list} failure={text(messages.failed)}>
          {(list) =>
            list?.notifications.length ? (
              <>
                <ul>
                  {list.notifications.map((entry) => (
                    <Entry key={entry.id} entry={entry} store={store} attempt={attempt} onFollow={onClose} />
                  ))}
                </ul>
                {list.maximum !== undefined && (
                  <p className="lading-notices-end ld-soft">
                    {text(messages.newest, { count: list.maximum })}
                  </p>
                )}
              </>
            ) : (
              <EmptyState icon="alert" what={text(messages.none)} more={text(messages.noneMore)} />
            )
          }
        </FetchedView>
      </div>
    </section>
  );
});

function Entry(props: {
  entry: NotificationEntry;
  store: NotificationStore;
  attempt: (change: Promise<void>) => void;
  onFollow: () => void;
}) {
  const { entry, store, attempt, onFollow } = props;
  const { navigation } = useFrame();
  const text = useText();
  const { read } = entry;
  const what = nameOf(entry);
  const follow = () => {
    if (!read) attempt(store.mark([entry], true));
    onFollow();
  };
  return (
    <li className={read ? 'lading-notice' : 'lading-notice lading-notice-unread'}>
      <div className="lading-notice-text">
        <a href={navigation.href(addressOf(entry))} title={what} onClick={follow}>
          {what}
        </a>
        <span>{describe(entry, text)}</span>
        <span className="ld-soft">
          {!read && `${text(messages.unread)} · `}
          <When date={entry.changed} />
        </span>
      </div>
      <Button
        kind="quiet"
        icon={read ? 'eyeOff' : 'check'}
        iconOnly
        label={text(read ? messages.markUnread : messages.markRead, { what })}
        onClick={() => attempt(store.mark([entry], !read))}
      />
      <Button
        kind="quiet"
        icon="remove"
        iconOnly
        label={text(messages.remove, { what })}
        onClick={() => attempt(store.remove(entry))}
      />
    </li>
  );
}

function useClickOutside(within: RefObject<HTMLElement>, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !within.current?.contains(target)) close.current();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [within]);
}
