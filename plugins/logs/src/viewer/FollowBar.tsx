import { Button, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { countLines } from './LogLines.ts';
import type { LogViewer } from './LogViewer.ts';
import { messages } from './messages.ts';
import type { LoadedRange } from './ShownLines.ts';

interface Props {
  readonly viewer: LogViewer;
  readonly following: boolean;
  readonly onFollow: (following: boolean) => void;
  readonly wrap: boolean;
  readonly onWrap: (wrap: boolean) => void;
  /** Shows the first loaded line. */
  readonly onStart: () => void;
}

/**
 * How lines are shown, their number, the loaded part of the log, and buttons to load other parts.
 */
export const FollowBar = observer(function FollowBar(props: Props) {
  const { viewer, following, onFollow, wrap, onWrap, onStart } = props;
  const text = useText();
  const { filter, lines } = viewer;
  const count = countLines(filter.matching);
  const { range, hasLater } = lines;
  const countOf = range ? messages.countOfLoaded : messages.countOf;
  const toEnd = () => {
    onFollow(true);
    if (hasLater) void viewer.loadEnd();
  };
  return (
    <div className="logs-countdown">
      <label className="logs-check">
        <input
          type="checkbox"
          checked={following && !hasLater}
          onChange={({ target: { checked } }) => (checked ? toEnd() : onFollow(false))}
        />
        {text(messages.follow)}
      </label>
      <label className="logs-check">
        <input type="checkbox" checked={wrap} onChange={({ target: { checked } }) => onWrap(checked)} />
        {text(messages.wrap)}
      </label>
      <span role="status" className="ld-soft">
        {filter.active
          ? text(countOf, { count, all: countLines(lines.all) })
          : text(messages.count, { count })}
      </span>
      {range && <Loaded range={range} />}
      {lines.hasEarlier && <EarlierButtons viewer={viewer} onFollow={onFollow} onStart={onStart} />}
      {hasLater && (
        <>
          <Button
            kind="quiet"
            icon="chevronDown"
            label={text(messages.later)}
            busy={viewer.pages.loading}
            onClick={() => {
              onFollow(false);
              void viewer.loadLater();
            }}
          />
          <Button kind="quiet" label={text(messages.end)} busy={viewer.pages.loading} onClick={toEnd} />
        </>
      )}
    </div>
  );
});

const EarlierButtons = observer(function EarlierButtons({
  viewer,
  onFollow,
  onStart,
}: Pick<Props, 'viewer' | 'onFollow' | 'onStart'>) {
  const text = useText();
  return (
    <>
      <Button
        kind="quiet"
        icon="chevronUp"
        label={text(messages.earlier)}
        busy={viewer.pages.loading}
        onClick={() => {
          onFollow(false);
          void viewer.loadEarlier();
        }}
      />
      <Button
        kind="quiet"
        label={text(messages.start)}
        busy={viewer.pages.loading}
        onClick={() => {
          onFollow(false);
          void viewer.loadStart().then(onStart);
        }}
      />
      {viewer.filter.active && <SearchButton viewer={viewer} />}
    </>
  );
});

/** Searches earlier lines for a match, or stops. */
export const SearchButton = observer(function SearchButton({ viewer }: Pick<Props, 'viewer'>) {
  const text = useText();
  const { search } = viewer;
  return search.running ? (
    <Button kind="quiet" label={text(messages.stopSearch)} onClick={() => search.stop()} />
  ) : (
    <Button
      kind="quiet"
      icon="search"
      label={text(messages.searchEarlier)}
      onClick={() => void search.start()}
    />
  );
});

function Loaded({ range }: { readonly range: LoadedRange }) {
  const text = useText();
  const formats = useFormats();
  const said =
    'size' in range
      ? text(messages.range, {
          from: formats.count(Math.floor((1000 * range.from) / range.size) / 10),
          to: formats.count(Math.ceil((1000 * range.to) / range.size) / 10),
          size: formats.size(range.size),
        })
      : text(messages.rangeOfTime, {
          since: formats.absolute(range.since),
          until: formats.absolute(range.until),
        });
  return <span className="ld-soft logs-range">{said}</span>;
}
