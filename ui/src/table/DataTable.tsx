// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned independently, which table elements don't support
import type { HttpFailure, Message } from '@lading/contract';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import {
  type CSSProperties,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { onResize } from '../names/onResize.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import { useLate } from '../page/useLate.ts';
import { usePhone } from '../page/usePhone.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import type { Column, Sort } from './Column.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { ExportLinks, type ExportUrl } from './ExportLinks.tsx';
import type { RowSource } from './RowSource.ts';
import { TableCount } from './TableCount.tsx';
import type { TableExtension } from './TableExtension.ts';
import { TableFailure } from './TableFailure.tsx';
import { TableHead } from './TableHead.tsx';
import { TableLayout } from './TableLayout.ts';
import { TableRow } from './TableRow.tsx';
import css from './table.css?inline';
import { needsOf, tracksOf, yieldingIn } from './tracks.ts';
import { useActiveCell } from './useActiveCell.ts';
import { useAdditions } from './useAdditions.ts';
import { useNarrow } from './useNarrow.ts';

export interface DataTableProps<Row> {
  /** Storage key of its selected columns and their widths, unique in the plugin. */
  readonly id: string;
  /** The rows as a plural noun: 'packages'. */
  readonly what: string;
  /** The count of rows: `{count, plural, one {# package} other {# packages}}`. */
  readonly counted: Message;
  readonly columns: readonly Column<Row>[];
  readonly rows: RowSource<Row>;
  /** Lets plugins add to it. The same object for the same rows. */
  readonly extend?: TableExtension<Row> | undefined;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  /** URL of the complete list as a file. */
  readonly exportUrl?: ExportUrl | undefined;
  /**
   * How many rows will probably arrive. A table that is as high as its rows keeps their place until
   * then.
   */
  readonly expected?: number | undefined;
  /** Rows have two lines in narrow windows, not only on phones. */
  readonly twoLines?: boolean | undefined;
  /** Error heading for a request that the platform rejects as invalid (400). */
  readonly rejected?: string | undefined;
  /** Shown instead of the table if it has no rows. */
  readonly empty: ReactNode;
}

/** Heights in pixels: of a row, of a row with two lines, of the titles. */
export const ROW_HEIGHT = 36;
const TWO_LINES_HEIGHT = 56;
const HEAD_HEIGHT = 36;
/** Width of the widest scroll bar. Always subtracted, so that no column yields for more rows. */
const SCROLL_BAR = 17;
const OVERSCAN = 10;
const NONE: readonly Column<unknown>[] = [];
const FIRST_SKELETONS = 12;
/**
 * Pixels of the window around the rows: header, title row, filters, and footer. Only used before
 * the table is measured.
 */
const AROUND_ROWS = 200;

/** A virtual table that renders only the visible rows. The caller controls order and content. */
export const DataTable = observer(function DataTable<Row>(props: DataTableProps<Row>) {
  useStyles(css);
  const { id, what, rows, empty } = props;
  const { storage } = useShell();
  const text = useText();
  const layout = useMemo(() => new TableLayout(storage, id), [storage, id]);
  if (rows.length === 0 && rows.error) {
    const invalid = isRejected(rows.error);
    return (
      <ErrorState
        what={(invalid && props.rejected) || text(messages.rowsFailed, { what })}
        cause={rows.error.message}
        onRetry={invalid ? undefined : () => rows.retry()}
      />
    );
  }
  if (rows.length === 0 && rows.complete) return empty;
  return <Grid {...props} layout={layout} />;
});

/** Whether the request itself is invalid, so that a retry would fail again. */
const isRejected = (error: Error) => (error as Partial<HttpFailure>).status === 400;

interface GridProps<Row> extends DataTableProps<Row> {
  readonly layout: TableLayout;
}

const Grid = observer(function Grid<Row>(props: GridProps<Row>) {
  const { what, counted, sort, onSort, layout } = props;
  const text = useText();
  const { additions, retry } = useAdditions(props.extend);
  const narrow = useNarrow();
  const added: readonly Column<Row>[] = additions?.columns ?? NONE;
  // Less important columns of the console give way to those of plugins.
  const all = useMemo(
    () => [...props.columns, ...(narrow ? added : added.map((column) => ({ ...column, yields: false })))],
    [props.columns, added, narrow],
  );
  const rows = additions?.sorted(props.rows, sort) ?? props.rows;
  const scroller = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const wanted = layout.visible(all, narrow);
  const needs = needsOf(wanted, layout, rows);
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const yielding = phone ? [] : yieldingIn(room, wanted, layout, needs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal keys are the same columns, so that rows are not rendered again
  const columns = useMemo(
    () => (yielding.length > 0 ? wanted.filter(({ key }) => !yielding.includes(key)) : wanted),
    [wanted, yielding.join()],
  );
  const late = useLate();
  const height = phone || (narrow && props.twoLines) ? TWO_LINES_HEIGHT : ROW_HEIGHT;
  const headHeight = phone && !onSort ? 0 : HEAD_HEIGHT;
  const count =
    rows.length > 0 ? rows.length : late ? Math.min(FIRST_SKELETONS, props.expected ?? FIRST_SKELETONS) : 0;
  const following = rows.length > 0 && !rows.complete && !rows.error ? 1 : 0;

  // Paint the first visible rows before rendering those around them.
  const [overscan, setOverscan] = useState(0);
  const arrived = rows.length > 0;
  useEffect(() => {
    if (arrived) startTransition(() => setOverscan(OVERSCAN));
  }, [arrived]);

  const activeRow = useRef(0);
  const virtual = useVirtualizer({
    count: count + following,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
    initialOffset: () => rows.scrolled,
    initialRect: { width: 1024, height: Math.max(HEAD_HEIGHT, window.innerHeight - AROUND_ROWS) },
    // Measure with the first frame. Measuring on mount would force a layout of the page without
    // rows.
    observeElementRect: ({ scrollElement }, changed) => {
      if (!scrollElement) return undefined;
      return onResize(scrollElement, () => {
        const { offsetWidth: width, offsetHeight: height } = scrollElement;
        if (height === 0) return;
        // Columns yield in the frame of the measurement.
        flushSync(() => {
          changed({ width, height });
          setRoom(width - SCROLL_BAR);
        });
      });
    },
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const at = activeRow.current;
      return at < 0 || at >= range.count || drawn.includes(at) ? drawn : [at, ...drawn].sort((a, b) => a - b);
    },
  });
  const { active, onKeyDown, onFocus } = useActiveCell({
    scroller,
    rows: rows.length,
    columns: columns.length,
    startColumn: Math.max(
      0,
      columns.findIndex(({ fixed }) => !fixed),
    ),
    pageStep: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2),
    scrollTo: (row) => virtual.scrollToIndex(row),
  });
  activeRow.current = active.row;

  // Restores the scroll position of known rows; new rows start at the top. A new table is at its
  // top: setting that forces a layout.
  const scrolledOnce = useRef(false);
  useLayoutEffect(() => {
    const atTop = !scrolledOnce.current && rows.scrolled === 0;
    scrolledOnce.current = true;
    if (scroller.current && !atTop) scroller.current.scrollTop = rows.scrolled;
  }, [rows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured again when the layout changes
  useEffect(() => virtual.measure(), [height]);

  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => rows.want(first, Math.max(first, last)), [rows, first, last]);
  useEffect(() => additions?.show(rows, first, last, columns), [additions, rows, first, last, columns]);

  const arriving = rows.length === 0 && !rows.complete;
  const rowsHeight =
    arriving && props.expected !== undefined ? props.expected * height : virtual.getTotalSize();
  const template = tracksOf(columns, layout, needs);
  return (
    <div className="ld-table" style={heights(rowsHeight + headHeight, height)}>
      <div
        ref={scroller}
        className="ld-table__scroller"
        role="grid"
        aria-label={what.charAt(0).toUpperCase() + what.slice(1)}
        aria-rowcount={rows.complete ? rows.length + 1 : rows.total === undefined ? -1 : rows.total + 1}
        aria-colcount={columns.length}
        aria-busy={rows.busy}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onScroll={(event) => {
          rows.scrolled = event.currentTarget.scrollTop;
        }}
      >
        <div role="rowgroup" className="ld-table__titles">
          <TableHead
            columns={columns}
            layout={layout}
            template={template}
            sort={sort}
            onSort={onSort}
            phone={phone}
            activeColumn={active.row === -1 ? active.column : undefined}
          />
        </div>
        <div role="rowgroup" className="ld-table__body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <TableRow
              key={index}
              columns={columns}
              template={template}
              row={rows.row(index)}
              index={index}
              top={start}
              phone={phone}
              activeColumn={active.row === index ? active.column : undefined}
            />
          ))}
        </div>
      </div>
      <div className="ld-table__foot">
        <TableCount counted={counted} rows={rows} />
        {retry && <TableFailure what={text(messages.additionsFailed)} retry={retry} />}
        {rows.length > 0 && (
          <ExportLinks
            url={props.exportUrl}
            rows={rows}
            complete={additions?.exporter(columns)}
            name={props.id}
            shown={[first, last]}
          />
        )}
        {!phone && (
          <ColumnChooser
            columns={all}
            layout={layout}
            narrow={(column) => !columns.includes(column as Column<Row>)}
          />
        )}
      </div>
    </div>
  );
});

/** Returns the height that shows all rows, for pages without a fixed height, and that of a row. */
function heights(all: number, row: number): CSSProperties {
  return { '--ld-table-rows': `${all}px`, '--ld-table-row': `${row}px` } as CSSProperties;
}
