import { Button, EmptyState, useText } from '@lading/ui';
import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FollowBar, SearchButton } from './FollowBar.tsx';
import { LineView } from './LineView.tsx';
import { countLines, type LogLine } from './LogLines.ts';
import { ALL_FILES } from './LogSelection.ts';
import type { LogViewer } from './LogViewer.ts';
import { messages } from './messages.ts';
import { edgesOf, useAnchor } from './useScroll.ts';

const LINE_HEIGHT = 20;

interface Props {
  readonly viewer: LogViewer;
  readonly wrap: boolean;
  readonly onWrap: (wrap: boolean) => void;
  readonly onClear: () => void;
  readonly onLink: (line: LogLine) => void;
}

/**
 * Lists the matching lines; only visible ones are rendered. Follows new lines while scrolled to the
 * end, and loads more lines when scrolled to an edge of the loaded ones.
 */
export const LineList = observer(function LineList({ viewer, wrap, onWrap, onClear, onLink }: Props) {
  const text = useText();
  const { filter, lines, selection, linked } = viewer;
  const { matching } = filter;
  const count = matching.length;
  const [following, setFollowing] = useState(true);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useLines(matching, scroller);
  const remember = useAnchor(matching, virtual, scroller);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wrapped lines have other heights
  useEffect(() => virtual.measure(), [wrap]);
  const lastLine = matching.at(-1)?.id;
  const total = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines change the total height
  useLayoutEffect(() => {
    if (following && !lines.hasLater && scroller.current)
      scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [following, total, count, lastLine, lines.hasLater]);
  const linkedAt = linked === '' ? -1 : matching.findIndex(({ position }) => position === linked);
  useScrollTo(linkedAt, linked, (at) => {
    setFollowing(false);
    virtual.scrollToIndex(at, { align: 'center' });
  });
  return (
    <>
      <FollowBar
        viewer={viewer}
        following={following}
        onFollow={setFollowing}
        wrap={wrap}
        onWrap={onWrap}
        onStart={() => virtual.scrollToIndex(0)}
      />
      {count === 0 && filter.busy ? (
        <EmptyState icon="search" what={text(messages.filtering)} />
      ) : count === 0 ? (
        <NoMatch viewer={viewer} onClear={onClear} />
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
          onScroll={({ currentTarget }) => {
            remember();
            const { atEnd } = edgesOf(currentTarget);
            const isFollowing = atEnd && !lines.hasLater;
            if (isFollowing !== following) setFollowing(isFollowing);
            loadNearEdge(viewer, currentTarget);
          }}
        >
          <div className="logs-all" style={{ height: total }}>
            <Places
              virtual={virtual}
              viewer={viewer}
              matching={matching}
              wrap={wrap}
              linkedAt={linkedAt}
              onLink={onLink}
            />
          </div>
        </section>
      )}
    </>
  );
});

interface PlacesProps extends Pick<Props, 'viewer' | 'wrap' | 'onLink'> {
  readonly virtual: Virtualizer<HTMLElement, Element>;
  readonly matching: readonly LogLine[];
  readonly linkedAt: number;
}

/** Not memoized: the virtualizer is the same object after it changed. */
function Places({ virtual, viewer, matching, wrap, linkedAt, onLink }: PlacesProps) {
  const { filter, selection } = viewer;
  return virtual.getVirtualItems().map(({ index, key, start }) => {
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
  });
}

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

/** Not with filters: few lines of a page match, so that the user decides whether to load more. */
function loadNearEdge(viewer: LogViewer, list: HTMLElement) {
  const { filter, lines, pages } = viewer;
  if (filter.active || pages.loading || viewer.state === 'failed') return;
  const { nearStart, nearEnd } = edgesOf(list);
  if (nearStart && lines.hasEarlier) void viewer.loadEarlier();
  else if (nearEnd && lines.hasLater) void viewer.loadLater();
}

interface NoMatchProps {
  readonly viewer: LogViewer;
  readonly onClear: () => void;
}

const NoMatch = observer(function NoMatch({ viewer, onClear }: NoMatchProps) {
  const text = useText();
  const { lines, search } = viewer;
  return (
    <EmptyState
      icon="search"
      what={text(search.running ? messages.searching : messages.noMatch)}
      more={text(lines.range ? messages.noMatchMore : messages.noMatchAtAll, {
        count: countLines(lines.all),
      })}
    >
      <Button label={text(messages.clear)} onClick={onClear} />
      {lines.hasEarlier && <SearchButton viewer={viewer} />}
    </EmptyState>
  );
});
