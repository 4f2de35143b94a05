import { Button, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import type { NotificationPanelProps } from './NotificationPanel.tsx';

/** Milliseconds between checks for new notifications while the page is visible. */
const CHECK_MS = 60_000;

/**
 * Opens the user's notifications, and shows how many are unread. The list is loaded when opened.
 */
export const NotificationBell = observer(function NotificationBell() {
  const { user, platform, platformData, periodic, log, notifications } = useFrame();
  const text = useText();
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<NotificationPanelProps>>();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(
    () => periodic.repeat(() => platformData.retry('notifications'), CHECK_MS),
    [periodic, platformData],
  );
  if (!user.signedIn) return null;
  const unread = platform.answerOf('notifications')?.unread ?? 0;
  const toggle = () => {
    setOpen(!open);
    if (Panel || open) return;
    import('./NotificationPanel.tsx').then(
      (found) => setPanel(() => found.NotificationPanel),
      (error: unknown) => {
        setOpen(false);
        log.failure(`Failed to load the notifications: ${log.causeOf(error)}`);
        notifications.error(text(messages.menuFailed));
      },
    );
  };
  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  return (
    <span ref={place} className="lading-bell">
      <Button
        kind="quiet"
        icon="alert"
        iconOnly
        label={unread > 0 ? text(messages.unread, { count: unread }) : text(messages.notifications)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={toggle}
      />
      {unread > 0 && (
        <span className="lading-bell-count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      {open && Panel && <Panel within={place} onClose={close} />}
    </span>
  );
});
