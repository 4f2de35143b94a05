import { usePhone, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { messages } from '../messages.ts';
import { canTick, type NodeRow, type Row } from './rows.ts';
import { StateLine } from './StateLine.tsx';
import { TreeLine } from './TreeLine.tsx';
import type { TreeStore } from './TreeStore.ts';
import css from './tree.css?inline';
import { type TreeMove, treeMove, typedRow } from './treeKeys.ts';
import { useWindow } from './useWindow.ts';

/** Line heights in pixels, for mouse and touch. */
const LINE = 28;
const TOUCH_LINE = 40;
/**
 * Size of the pool of line elements that scrolling reuses; larger than the number of lines drawn at
 * a time.
 */
const SLOTS = 512;
/** Keys that type-ahead ignores: Space selects, the others are shortcuts of the console. */
const IGNORED_KEYS = ' /?';
/** Keys typed within this many milliseconds form one word. */
const TYPING_MS = 700;

type TickMove = Extract<TreeMove, { tick: unknown }>;

interface Props {
  readonly store: TreeStore;
  /** Node in the URL; an empty key for none. */
  readonly repoKey: string;
  readonly path: string;
  readonly onChoose: (row: NodeRow) => void;
}

/**
 * Renders only the visible lines of up to hundreds of thousands. The tree has the focus and refers
 * to the active line.
 */
export const TreeView = observer(function TreeView(props: Props) {
  useStyles(css);
  const { store, repoKey, path, onChoose } = props;
  const text = useText();
  const { language, user } = useShell();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const height = usePhone() ? TOUCH_LINE : LINE;
  const { rows, active, ticks } = store;
  const mayTick = user.signedIn;
  const { first, end } = useWindow(scroller, rows.length, height);
  const at = useMemo(() => rows.findIndex(({ key }) => key === active), [rows, active]);
  const selected = useMemo(() => selectedKey(rows, repoKey, path), [rows, repoKey, path]);
  const typed = useRef({ word: '', until: 0 });

  useStayInPlace(scroller, rows, height);
  useWanted(store, rows, first, end);

  const { shown } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolled to when it is asked for, not whenever it moves
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || at < 0) return;
    const [top, bottom] = [at * height, (at + 1) * height];
    const { scrollTop, clientHeight } = element;
    if (top >= scrollTop && bottom <= scrollTop + clientHeight) return;
    const far = top < scrollTop - clientHeight || bottom > scrollTop + 2 * clientHeight;
    element.scrollTop = far ? top - clientHeight / 3 : top < scrollTop ? top : bottom - clientHeight;
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.length === 1 && !IGNORED_KEYS.includes(event.key)) return type(event);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const arrows =
      language.direction === 'rtl'
        ? { opens: 'ArrowLeft', closes: 'ArrowRight' }
        : { opens: 'ArrowRight', closes: 'ArrowLeft' };
    if (event.key === 'Escape' && ticks.count > 0) return ticks.clear();
    const shift = event.shiftKey && mayTick;
    const isOpen = ({ key }: NodeRow) => store.open.has(key);
    const move = treeMove(event.key, rows, at, isOpen, page, arrows, shift);
    if (!move) return;
    event.preventDefault();
    if ('tick' in move) tick(move);
    else if ('focus' in move) store.setActive(move.focus.key);
    else if ('open' in move) void store.expand(move.open);
    else if ('close' in move) store.collapse(move.close.key);
    else onChoose(move.choose);
  };
  const tick = ({ tick: [row, ...more], on, focus }: TickMove) => {
    if (row && !on && mayTick) ticks.turn(row);
    else if (row && !on) onChoose(row);
    else if (row) ticks.add([row, ...more]);
    if (focus) store.setActive(focus.key);
  };
  const type = (event: KeyboardEvent) => {
    const now = Date.now();
    const word = (now < typed.current.until ? typed.current.word : '') + event.key;
    typed.current = { word, until: now + TYPING_MS };
    event.preventDefault();
    event.stopPropagation();
    const found = typedRow(rows, at, word);
    if (found) store.setActive(found.key);
    else void store.seek(word);
  };

  const slot = (index: number) => (index < first || index >= end ? 'active' : index % SLOTS);
  const lines = rows.slice(first, end).map((row, offset) => [row, first + offset] as const);
  // The active line stays in the DOM, because `aria-activedescendant` refers to it.
  const activeRow = at >= 0 && (at < first || at >= end) ? rows[at] : undefined;
  if (activeRow) lines.push([activeRow, at]);
  return (
    <div
      ref={scroller}
      className={`repositories-tree ${ticks.count > 0 ? 'repositories-tree--ticking' : ''}`}
      role="tree"
      aria-label={text(messages.tree)}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      tabIndex={0}
      data-keeps-focus
      onKeyDown={onKeyDown}
      onFocus={() => at < 0 && rows[0] && store.setActive(rows[0].key, false)}
    >
      <div className="repositories-tree__all" style={{ height: rows.length * height }} role="presentation">
        {lines.map(([row, index]) =>
          row.kind === 'node' ? (
            <TreeLine
              key={slot(index)}
              id={`${id}-${index}`}
              row={row}
              top={index * height}
              height={height}
              {...placeOf(store, row)}
              open={row.node.type === 'file' ? undefined : store.open.has(row.key)}
              active={row.key === active}
              selected={row.key === selected}
              ticked={mayTick && canTick(row.node) ? ticks.has(row) : undefined}
              onTick={(range) => (range ? ticks.turnTo(row, rows) : ticks.turn(row))}
              onToggle={() => (store.open.has(row.key) ? store.collapse(row.key) : void store.expand(row))}
              onChoose={() => {
                store.setActive(row.key, false);
                onChoose(row);
              }}
            />
          ) : (
            <StateLine key={slot(index)} store={store} row={row} top={index * height} height={height} />
          ),
        )}
      </div>
    </div>
  );
});

/** Keeps the visible lines in place when lines are inserted above them. */
function useStayInPlace(
  scroller: { current: HTMLElement | null },
  rows: readonly Row[],
  height: number,
): void {
  const before = useRef<{ rows: readonly Row[]; height: number }>({ rows, height });
  useLayoutEffect(() => {
    const element = scroller.current;
    const last = before.current;
    before.current = { rows, height };
    if (!element || last.rows === rows || last.height !== height) return;
    const at = Math.floor(element.scrollTop / height);
    const anchor = last.rows.slice(at).find(({ kind }) => kind === 'node');
    if (!anchor || at === 0) return;
    const was = last.rows.indexOf(anchor, at);
    if (rows[was]?.key === anchor.key) return;
    const now = rows.findIndex(({ key }) => key === anchor.key);
    if (now >= 0) element.scrollTop += (now - was) * height;
  }, [scroller, rows, height]);
}

/** Loads more of a folder when the user scrolls near an end of its loaded range. */
function useWanted(store: TreeStore, rows: readonly Row[], first: number, end: number): void {
  useEffect(() => {
    for (const row of rows.slice(first, end))
      if (row.kind === 'next' || row.kind === 'previous') void store.branchOf(row.parent)?.more(row.kind);
  }, [store, rows, first, end]);
}

/** Key of the line of the node in the URL. A compact line represents all folders it includes. */
function selectedKey(rows: readonly Row[], repoKey: string, path: string): string | undefined {
  if (repoKey === '') return undefined;
  const own = path === '' ? repoKey : `${repoKey}/${path}`;
  const exact = rows.find(({ key }) => key === own || key === `${own}/`);
  return (exact ?? rows.find(({ kind, key }) => kind === 'node' && key.startsWith(`${own}/`)))?.key;
}

/**
 * Position among the siblings, not all of which are drawn. A size of -1 means the number is not
 * known yet.
 */
function placeOf(store: TreeStore, row: NodeRow): { position?: number; size: number } {
  if (row.parent === undefined) {
    const { roots } = store;
    return { position: roots.findIndex(({ key }) => key === row.key) + 1, size: roots.length };
  }
  return store.branchOf(row.parent)?.placeOf(row) ?? { size: -1 };
}
