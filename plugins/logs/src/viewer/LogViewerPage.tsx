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
import { FilterBar } from './FilterBar.tsx';
import { LineList } from './LineList.tsx';
import { LogViewer } from './LogViewer.ts';
import css from './logs.css?inline';
import { messages } from './messages.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { readView, type View, writeView } from './view.ts';

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
  const [initial] = useState(view);
  useEffect(() => {
    void viewer.changeService(initial.service, initial.file);
    return () => viewer.dispose();
  }, [viewer, initial]);
  useEffect(() => periodic.repeat(async () => viewer.countdown.tick(), TICK), [periodic, viewer]);
  useEffect(() => viewer.filter.set(view), [viewer, view]);

  const { selection } = viewer;
  return (
    <PageFrame
      full
      heading={text(messages.title)}
      actions={
        selection.file !== '' && (
          <a className={buttonClass('plain')} href={downloadAddress(selection)} download={selection.file}>
            <Icon name="download" />
            <span>{text(messages.download)}</span>
          </a>
        )
      }
    >
      <SelectionBar
        viewer={viewer}
        onService={(service) => {
          change({ service, file: '' });
          void viewer.changeService(service);
        }}
        onFile={(file) => {
          change({ file });
          void viewer.changeFile(file);
        }}
      />
      <CountdownBar
        viewer={viewer}
        onReset={() => {
          viewer.reset();
          change(readView(new URLSearchParams()));
          void viewer.load();
        }}
      />
      <FilterBar view={view} onChange={change} />
      <Content viewer={viewer} view={view} onChange={change} />
    </PageFrame>
  );
});

interface ContentProps {
  readonly viewer: LogViewer;
  readonly view: View;
  readonly onChange: (next: Partial<View>) => void;
}

const Content = observer(function Content({ viewer, view, onChange }: ContentProps) {
  const text = useText();
  const { selection, lines, state, cause } = viewer;
  const name = selection.productName;
  const failure = state === 'failed' && (
    <ErrorState what={text(messages.noData)} cause={cause} onRetry={() => void viewer.retry()} />
  );
  if (failure && lines.all.length === 0) return failure;
  if (state === 'waiting') return <EmptyState icon="history" what={text(messages.waiting)} />;
  if (!selection.installed)
    return (
      <EmptyState icon="info" what={text(messages.missing, { name })} more={text(messages.missingMore)} />
    );
  if (selection.file === '')
    return <EmptyState icon="info" what={text(messages.off)} more={text(messages.offMore)} />;
  if (lines.all.length === 0)
    return (
      <EmptyState
        icon="document"
        what={text(messages.empty)}
        more={text(messages.emptyMore, { file: selection.file })}
      />
    );
  return (
    <>
      {failure}
      <LineList viewer={viewer} wrap={view.wrap} onClear={() => onChange({ level: '', text: '' })} />
    </>
  );
});
