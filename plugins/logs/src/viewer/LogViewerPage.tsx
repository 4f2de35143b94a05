import {
  buttonClass,
  EmptyState,
  ErrorState,
  Icon,
  PageFrame,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { downloadAddress } from '../logsApi.ts';
import { TICK } from './Countdown.ts';
import { CountdownBar } from './CountdownBar.tsx';
import { NO_CRITERIA } from './criteria.ts';
import { FilterBar } from './FilterBar.tsx';
import { LineList } from './LineList.tsx';
import type { LogLine } from './LogLines.ts';
import { ALL_FILES, ALL_NODES } from './LogSelection.ts';
import { LogViewer } from './LogViewer.ts';
import css from './logs.css?inline';
import { messages } from './messages.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { readView, type View, viewOfLine, writeView } from './view.ts';

/** Live logs of the platform's services. The selection and the filters are in the URL. */
export const LogViewerPage = observer(function LogViewerPage() {
  useStyles(css);
  const text = useText();
  const { http, periodic } = useShell();
  const [search, setSearch] = useSearchParams();
  const [viewer] = useState(() => new LogViewer(http));
  const [view, setView] = useState(() => readView(search));
  const change = (next: Partial<View>) => {
    const changed = { ...view, ...next };
    setView(changed);
    setSearch((before) => writeView(before, changed), { replace: true });
  };
  const { lines } = viewer;
  const [initial] = useState(view);
  useEffect(() => {
    void viewer.link(initial.line);
    void viewer.changeService(initial.service, initial.file, initial.node);
    return () => viewer.dispose();
  }, [viewer, initial]);
  useEffect(() => periodic.repeat(async () => viewer.tick(), TICK), [periodic, viewer]);
  useEffect(() => viewer.filter.set(view), [viewer, view]);
  useEffect(() => viewer.setLive(view.live), [viewer, view.live]);
  useEffect(() => {
    const changed = () => viewer.setVisible(document.visibilityState !== 'hidden');
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [viewer]);
  const showLine = (line: LogLine) => {
    const wanted = viewOfLine(line, view);
    const isOtherFile = lines.isMerged;
    change(wanted);
    // Not after the next render: the list scrolls to the line once, among all lines.
    viewer.filter.set(wanted);
    void viewer.link(wanted.line);
    if (isOtherFile) void viewer.changeService(wanted.service, wanted.file, wanted.node);
  };

  return (
    <PageFrame full heading={text(messages.title)} actions={<DownloadLink viewer={viewer} />}>
      <SelectionBar
        viewer={viewer}
        onService={(service) => {
          change({ service, node: '', file: '', line: '' });
          void viewer.link('');
          void viewer.changeService(service);
        }}
        onNode={(node) => {
          change({ node, line: '' });
          void viewer.link('');
          void viewer.changeNode(node);
        }}
        onFile={(file) => {
          change({ file, line: '' });
          void viewer.link('');
          void viewer.changeFile(file);
        }}
      />
      <CountdownBar
        viewer={viewer}
        onLive={(live) => change({ live })}
        onReset={() => {
          viewer.reset();
          change(readView(new URLSearchParams()));
          void viewer.load();
        }}
      />
      <FilterBar view={view} onChange={change} />
      <Content viewer={viewer} view={view} onChange={change} onLink={showLine} />
    </PageFrame>
  );
});

/** Downloads the selected file; absent while several are selected. */
const DownloadLink = observer(function DownloadLink({ viewer: { selection } }: { viewer: LogViewer }) {
  const text = useText();
  const { file, node } = selection;
  if (file === '' || file === ALL_FILES || node === ALL_NODES) return null;
  return (
    <a className={buttonClass('plain')} href={downloadAddress(selection)} download={file}>
      <Icon name="download" />
      <span>{text(messages.download)}</span>
    </a>
  );
});

interface ContentProps {
  readonly viewer: LogViewer;
  readonly view: View;
  readonly onChange: (next: Partial<View>) => void;
  readonly onLink: (line: LogLine) => void;
}

const Content = observer(function Content({ viewer, view, onChange, onLink }: ContentProps) {
  const text = useText();
  const { selection, lines, state, cause } = viewer;
  const name = selection.productName;
  const failure = state === 'failed' && (
    <ErrorState what={text(messages.noData)} cause={cause} onRetry={() => void viewer.retry()} />
  );
  if (failure && lines.all.length === 0) return failure;
  const nodes = [...viewer.unreachable.all].map(([node, cause]) => (
    <p key={node} role="alert" className="logs-unreachable">
      {text(messages.unreachable, { cause })}
    </p>
  ));
  if (state === 'waiting') return <EmptyState icon="history" what={text(messages.waiting)} />;
  if (!selection.installed)
    return (
      <EmptyState icon="info" what={text(messages.missing, { name })} more={text(messages.missingMore)} />
    );
  if (selection.file === '')
    return <EmptyState icon="info" what={text(messages.off)} more={text(messages.offMore)} />;
  if (lines.all.length === 0)
    return (
      <>
        {nodes}
        <EmptyState
          icon="document"
          what={text(messages.empty)}
          more={text(messages.emptyMore, {
            file: selection.file === ALL_FILES ? text(messages.allFiles) : selection.file,
          })}
        />
      </>
    );
  return (
    <>
      {failure}
      {nodes}
      {viewer.isLinkedLineMissing && <p className="ld-soft">{text(messages.notHere)}</p>}
      <LineList
        viewer={viewer}
        wrap={view.wrap}
        onWrap={(wrap) => onChange({ wrap })}
        onClear={() => onChange(NO_CRITERIA)}
        onLink={onLink}
      />
    </>
  );
});
