import { Button, EmptyState, useText } from '@lading/ui';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LineView } from './LineView.tsx';
import type { LogLine } from './LogLines.ts';
import { ALL_FILES } from './LogSelection.ts';
import type { LogViewer } from './LogViewer.ts';
import { messages } from './messages.ts';

const LINE_HEIGHT = 20;
/** Distance from the end, in pixels, within which the view follows new lines. */
const NEAR_END = 8;

interface Props {
  readonly viewer: LogViewer;
  readonly wrap: boolean;
  readonly onClear: () => void;
  readonly onLink: (line: LogLine) => void;
}

/**
 * Lists the matching lines; only visible ones are rendered. Follows new lines while scrolled to the
 * end.
 */
export const LineList = observer(function LineList({ viewer, wrap, onClear, onLink }: Props) {
  const text = useText();
  const { filter, lines, selection, linked } = viewer;
  const { matching } = filter;
  const count = matching.length;
  const [following, setFollowing] = useState(true);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useLines(matching, scroller);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wrapped lines have other heights
  useEffect(() => virtual.measure(), [wrap]);
  const total = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines change the total height
  useLayoutEffect(() => {
    if (following && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [following, total, count]);
  const linkedAt = linked === '' ? -1 : matching.findIndex(({ position }) => position === linked);
  useScrollTo(linkedAt, linked, (at) => {
    setFollowing(false);
    virtual.scrollToIndex(at, { align: 'center' });
  });
  const lastLine = matching.at(-1)?.id;
  return (
    <>
      <FollowBar viewer={viewer} following={following} onFollow={setFollowing} />
      {count === 0 && filter.busy ? (
        <EmptyState icon="search" what={text(messages.filtering)} />
      ) : count === 0 ? (
        <NoMatch loaded={lines.all.length} hasEarlier={lines.hasEarlier} onClear={onClear} />
      ) : (
        <section
          ref={scroller}
          className={`logs-lines ${wrap ? 'logs-lines--wrap' : ''}`}
          aria-label={text(messages.lines, {
            file: selection.file === ALL_FILES ? text(messages.allFiles) : selection.file,
          })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          tabIndex={0}
          data-last-line={lastLine}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            const isAtEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END;
            if (isAtEnd !== following) setFollowing(isAtEnd);
          }}
        >
          <div className="logs-all" style={{ height: total }}>
            {virtual.getVirtualItems().map(({ index, key, start }) => {
              const line = matching[index];
              if (!line) return null;
              return (
                <div
                  key={key}
                  ref={wrap ? virtual.measureElement : undefined}
                  data-index={index}
                  className="logs-place"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <LineView
                    line={line}
                    marked={filter.text}
                    linked={index === linkedAt}
                    withNode={selection.selectedNodes.length > 1}
                    withFile={selection.file === ALL_FILES}
                    onLink={onLink}
                  />
                </div>
              );
            })}
          </div>
        </section>
      )}
    </>
  );
});

/** Renders only the lines in view. */
function useLines(matching: readonly LogLine[], scroller: RefObject<HTMLElement>) {
  return useVirtualizer({
    count: matching.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (at) => matching[at]?.id ?? at,
    overscan: 20,
    initialRect: { width: 1024, height: 600 },
    // Before the first paint the height is 0: keep the estimate until then.
    observeElementRect: (instance, changed) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) changed(rect);
      }),
  });
}

/** Scrolls to the linked line once: when it is loaded, or linked. */
function useScrollTo(at: number, linked: string, scroll: (at: number) => void) {
  const isLoaded = at >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines must not scroll back to it
  useEffect(() => {
    if (isLoaded) scroll(at);
  }, [linked, isLoaded]);
}

interface NoMatchProps {
  readonly loaded: number;
  readonly hasEarlier: boolean;
  readonly onClear: () => void;
}

function NoMatch({ loaded, hasEarlier, onClear }: NoMatchProps) {
  const text = useText();
  return (
    <EmptyState
      icon="search"
      what={text(messages.noMatch)}
      more={text(hasEarlier ? messages.noMatchMore : messages.noMatchAtAll, { count: loaded })}
    >
      <Button label={text(messages.clear)} onClick={onClear} />
    </EmptyState>
  );
}

interface FollowProps {
  readonly viewer: LogViewer;
  readonly following: boolean;
  readonly onFollow: (following: boolean) => void;
}

const FollowBar = observer(function FollowBar({ viewer, following, onFollow }: FollowProps) {
  const text = useText();
  const { filter, lines } = viewer;
  const count = filter.matching.length;
  return (
    <div className="logs-countdown">
      <label className="logs-check">
        <input type="checkbox" checked={following} onChange={(event) => onFollow(event.target.checked)} />
        {text(messages.follow)}
      </label>
      <span role="status" className="ld-soft">
        {filter.active
          ? text(messages.countOf, { count, all: lines.all.length })
          : text(messages.count, { count })}
      </span>
      {lines.hasEarlier && (
        <Button
          kind="quiet"
          icon="chevronUp"
          label={text(messages.earlier)}
          busy={viewer.busy}
          onClick={() => {
            onFollow(false);
            void viewer.loadEarlier();
          }}
        />
      )}
    </div>
  );
});
