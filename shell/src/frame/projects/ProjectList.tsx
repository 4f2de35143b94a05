import type { ProjectChoice } from '@lading/contract/rest';
import { Icon, useText } from '@lading/ui';
import type { PagedRows } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { windowOf } from './windowOf.ts';

/** Height of an entry and maximum height of the list, in pixels. */
const ENTRY_HEIGHT = 40;
const LIST_HEIGHT = 360;

interface Props {
  readonly id: string;
  readonly rows: PagedRows<ProjectChoice>;
  /** The first entry is "all projects". */
  readonly withAll: boolean;
  readonly active: number;
  readonly selected: string | undefined;
  readonly onChoose: (index: number) => void;
}

/** Renders only the visible entries, at their positions in the full list. */
export const ProjectList = observer(function ProjectList(props: Props) {
  const { id, rows, withAll, active, selected, onChoose } = props;
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const first = withAll ? 1 : 0;
  const count = rows.length + first;
  const { start, end } = windowOf(top, LIST_HEIGHT, ENTRY_HEIGHT, count);

  useEffect(() => rows.want(Math.max(0, start - first), Math.max(0, end - first)), [rows, start, end, first]);
  // Keeps the active entry in view during keyboard navigation.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || active < 0) return;
    const above = active * ENTRY_HEIGHT;
    if (above < current.scrollTop) current.scrollTop = above;
    else if (above + ENTRY_HEIGHT > current.scrollTop + LIST_HEIGHT)
      current.scrollTop = above + ENTRY_HEIGHT - LIST_HEIGHT;
    setTop(current.scrollTop);
  }, [active]);

  const shown = Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset);
  const total = rows.total === undefined ? -1 : rows.total + first;
  return (
    <div
      ref={box}
      id={`${id}list`}
      role="listbox"
      aria-label={text(messages.list)}
      aria-busy={rows.busy}
      className="lading-projects__list"
      tabIndex={-1}
      style={{ maxHeight: LIST_HEIGHT }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: count * ENTRY_HEIGHT }}>
        {shown.map((index) => {
          const project = index < first ? undefined : rows.row(index - first);
          const isAll = index < first;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
            <div
              key={index}
              id={`${id}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isAll ? selected === undefined : project?.key === selected}
              aria-setsize={total}
              aria-posinset={index + 1}
              data-active={index === active || undefined}
              className="lading-projects__entry"
              style={{ height: ENTRY_HEIGHT, transform: `translateY(${index * ENTRY_HEIGHT}px)` }}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(index)}
            >
              <Icon name={isAll ? 'apps' : 'folder'} />
              <span className="lading-projects__name">
                {isAll ? text(messages.all) : (project?.name ?? '…')}
              </span>
              {project && <span className="lading-projects__key">{project.key}</span>}
              {(isAll ? selected === undefined : project !== undefined && project.key === selected) && (
                <Icon name="check" />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
});
