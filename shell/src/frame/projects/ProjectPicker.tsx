import type { ProjectChoice } from '@lading/contract/rest';
import { CopyField, Icon, useLate, useRecovery, useStyles, useText } from '@lading/ui';
import type { PagedRows } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFrame } from '../FrameContext.ts';
import { messages } from './messages.ts';
import { ProjectList } from './ProjectList.tsx';
import css from './picker.css?inline';
import { projectRows } from './projectRows.ts';

export interface ProjectPickerProps {
  /** Text typed before the picker was open. */
  readonly search: string;
  /** `focus`: returns the focus to the element that opened the picker. */
  readonly onClose: (focus: boolean) => void;
}

/** Delay after the last key before a search, in milliseconds. */
const PAUSE_MS = 150;
/** Number of entries that PageUp and PageDown move. */
const PAGE = 8;
/** Number of entries searched for the selected project. */
const LOOKED_AT = 100;

/**
 * Combobox over any number of projects. The platform searches, and only visible entries are
 * rendered.
 */
export const ProjectPicker = observer(function ProjectPicker(props: ProjectPickerProps) {
  useStyles(css);
  const shell = useFrame();
  const { http, platform, project } = shell;
  const text = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(props.search);
  const [search, setSearch] = useState(props.search.trim());
  /** Active entry after a key press. Before one, the selected project is active if it is listed. */
  const [moved, setActive] = useState<number>();
  const rows = useMemo(() => projectRows(http, search), [http, search]);
  const late = useLate();

  useEffect(() => {
    rows.want(0, 0);
    return () => rows.dispose();
  }, [rows]);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(draft.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    input.current?.focus();
  }, []);

  // Without a query, "all projects" is the first entry.
  const first = search === '' ? 1 : 0;
  const retry = () => rows.retry();
  useRecovery(rows.error && retry);
  const count = rows.length + first;
  const active = moved ?? first + indexOf(rows, project.current, first);
  const at = Math.min(active, count - 1);
  const choose = (index: number) => {
    const chosen = rows.row(index - first);
    if (index < first) project.choose(undefined);
    else if (chosen) project.choose(chosen);
    else return;
    props.onClose(true);
  };
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Enter') choose(at);
    else if (event.key === 'Escape') props.onClose(true);
    else if (step !== undefined) setActive(Math.max(0, Math.min(count - 1, at + step)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const none = search === '' && rows.complete && rows.length === 0;
  const creates = platform.answerOf('projects')?.mayCreate === true;
  return (
    <div className="lading-projects">
      <div className="lading-projects__search">
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={text(messages.search)}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
          placeholder={text(messages.search)}
          autoComplete="off"
          spellCheck={false}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ProjectList
        key={search}
        id={id}
        rows={rows}
        withAll={first === 1}
        active={at}
        selected={project.current}
        onChoose={choose}
      />
      {rows.error ? (
        <div className="lading-projects__note" role="alert">
          <strong>{text(messages.failed)}</strong>
          <span>{rows.error.message}</span>
          <button type="button" className="lading-button" onClick={retry}>
            {text(messages.retry)}
          </button>
        </div>
      ) : none && creates ? (
        <div className="lading-projects__note">
          <strong>{text(messages.none)}</strong>
          <span>{text(messages.noneText)}</span>
          <CopyField what={text(messages.command)} text={COMMAND} prompt />
        </div>
      ) : (
        <p className="lading-projects__count" role="status">
          {rows.complete && rows.length === 0 && search !== ''
            ? text(messages.nothing, { search })
            : rows.total === undefined
              ? late
                ? '…'
                : ''
              : text(messages.count, { count: rows.total })}
        </p>
      )}
    </div>
  );
});

/**
 * Returns the row of the selected project among the first rows. Without one, or with a query,
 * returns the position before all rows.
 */
function indexOf(rows: PagedRows<ProjectChoice>, key: string | undefined, first: number): number {
  const known = Math.min(rows.length, LOOKED_AT);
  for (let index = 0; key !== undefined && first > 0 && index < known; index++)
    if (rows.row(index)?.key === key) return index;
  return -first;
}

const COMMAND = `curl -u admin -H 'content-type: application/json' -d '{"project_key": "tea", "display_name": "Tea room"}' ${location.origin}/access/api/v1/projects`;
