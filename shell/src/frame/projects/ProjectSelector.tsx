import { Icon, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { messages } from './messages.ts';
import type { ProjectPickerProps } from './ProjectPicker.tsx';
import css from './selector.css?inline';

/** Whether this browser showed it last. */
const SHOWN = 'projects.shown';

/**
 * Shows the selected project and opens the picker. Hidden for users without projects who cannot
 * create any.
 */
export const ProjectSelector = observer(function ProjectSelector() {
  useStyles(css);
  const { log, notifications, platform, platformData, project, storage } = useFrame();
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ search: string }>();
  const [Picker, setPicker] = useState<ComponentType<ProjectPickerProps>>();

  const projects = platform.answerOf('projects');
  const some = (projects?.total ?? 0) > 0 || projects?.mayCreate === true;
  const shown = some || project.current !== undefined || platformData.failures.has('projects');
  useEffect(() => {
    if (projects) storage.set(SHOWN, String(some));
  }, [storage, projects, some]);
  // Until it is known, its place stays free where it was shown before: the search would move.
  const reserved = !shown && platformData.state === 'missing' && storage.get(SHOWN) === 'true';
  if (!shown && !reserved) return null;

  const show = async (search = '') => {
    setOpen({ search });
    if (Picker) return;
    try {
      const { ProjectPicker } = await import('./ProjectPicker.tsx');
      setPicker(() => ProjectPicker);
    } catch (error) {
      setOpen(undefined);
      log.failure(`Failed to load the list of projects: ${log.causeOf(error)}`);
      notifications.error(text(messages.notLoaded));
    }
  };
  const close = (focus: boolean) => {
    setOpen(undefined);
    if (focus) button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const typed = event.key.length === 1 && !/[\s/?]/.test(event.key);
    const letter = typed && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!letter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    void show(letter ? event.key : '');
  };
  const name = project.name ?? text(messages.all);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only closes when the focus leaves it
    <div
      className={reserved ? 'lading-project lading-project--reserved' : 'lading-project'}
      ref={place}
      onBlur={({ relatedTarget }) => {
        // When the window loses the focus, the focused element stays the same.
        const left = relatedTarget ?? document.activeElement;
        if (open && Picker && !place.current?.contains(left)) close(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="lading-project__button"
        aria-label={text(messages.button, { name })}
        data-selected={project.current !== undefined || undefined}
        aria-haspopup="listbox"
        aria-expanded={open !== undefined}
        title={name}
        onClick={() => (open ? close(true) : void show())}
        onKeyDown={onKeyDown}
      >
        <Icon name="folder" />
        <span>{name}</span>
        <Icon name="chevronDown" size={16} />
      </button>
      {open && Picker && <Picker search={open.search} onClose={close} />}
    </div>
  );
});
