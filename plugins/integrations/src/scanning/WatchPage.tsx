import type { GitFinding, GitWatchDetails, Integration } from '@lading/contract/rest';
import {
  Button,
  buttonClass,
  OutsideLink,
  SeverityMark,
  ShortName,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import type { Column } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { messages as cards } from '../cards/messages.ts';
import type { GitVendor } from '../git/vendors.ts';
import { INTEGRATIONS, scanningPath, vendorPath } from '../paths.ts';
import { messages } from './messages.ts';
import css from './scanning.css?inline';
import { fetchWatch, removeWatch, sarifUrl, scanAgain } from './watchApi.ts';

const ORDER = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;

const KIND: RowKind<GitFinding> = {
  sorts: {
    severity: ({ severity }) => ORDER.indexOf(severity),
    dependency: ({ name, version }) => `${name} ${version}`,
    file: ({ path }) => path,
  },
  texts: ({ name, version, advisory, title, path }) => [name, version, advisory, title, path],
};

interface Props {
  readonly connection: Integration;
  readonly vendor: GitVendor;
  readonly id: string;
}

/** The findings of a watched branch, with the version that fixes them. */
export function WatchPage({ connection, vendor, id }: Props) {
  const shell = useShell();
  const text = useText();
  const { integrationKey: key } = connection;
  const [details, setDetails] = useState<GitWatchDetails>();
  const list = useList(
    `watch.${id}`,
    (http) =>
      new WholeList(async (signal) => {
        const found = await fetchWatch(http, key, id, signal);
        setDetails(found);
        return found.findings;
      }, KIND),
  );
  const back = scanningPath(vendor.name, key, { tab: 'watches' });
  const name = details ? `${details.watch.repository} (${details.watch.branch})` : text(messages.findings);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      shell.notifications.error(text(messages.actionFailed, { cause }));
    }
  };
  const scan = () =>
    attempt(async () => {
      await scanAgain(shell.http, key, id);
      shell.notifications.success(text(messages.scanStarted));
    });
  const remove = () =>
    attempt(async () => {
      const question = { title: text(messages.unwatchTitle, { name }), text: text(messages.unwatchText) };
      if (!(await shell.modals.confirm({ ...question, verb: text(messages.unwatch), danger: true }))) return;
      await removeWatch(shell.http, key, id);
      shell.notifications.success(text(messages.unwatched, { name }));
      await shell.navigation.go(back);
    });
  return (
    <ListPage
      id="findings"
      list={list}
      above={[
        { label: text(cards.title), to: INTEGRATIONS },
        { label: vendor.label, to: vendorPath(vendor.name) },
        { label: text(messages.watched), to: back },
      ]}
      heading={name}
      about={details && <Summary details={details} />}
      what={text(messages.findingsWhat)}
      counted={messages.findingsCounted}
      search={{ label: text(messages.findingsFilter) }}
      columns={useColumns()}
      actions={
        <>
          <Button kind="danger" label={text(messages.unwatch)} onClick={() => void remove()} />
          <a className={buttonClass('plain')} href={sarifUrl(key, id)} download>
            {text(messages.sarif)}
          </a>
          <Button label={text(messages.scanAgain)} onClick={() => void scan()} />
          <Button label={text(messages.reload)} onClick={() => list.reload()} />
        </>
      }
      empty={emptyOf(details, text)}
    />
  );
}

function emptyOf(details: GitWatchDetails | undefined, text: ReturnType<typeof useText>) {
  const icon = 'shield' as const;
  if (details?.watch.scanned === undefined)
    return { icon, what: text(messages.notScanned), more: text(messages.watchAbout) };
  const { unmatched } = details.watch;
  if (unmatched.length > 0)
    return {
      ...{ icon, what: text(messages.unknownCounts) },
      more: text(messages.unmatched, { ecosystems: unmatched.join(', ') }),
    };
  return { icon, what: text(messages.noFindings), more: text(messages.noFindingsMore) };
}

/** Summarizes the last scan: files, violations, and content that could not be evaluated. */
function Summary({ details }: { details: GitWatchDetails }) {
  useStyles(css);
  const text = useText();
  const { watch, files, held } = details;
  const { error, head, dependencies, unmatched, truncated } = watch;
  const names = held.slice(0, 20).map((each) => {
    const licenses = each.licenses.length > 0 ? ` (${each.licenses.join(', ')})` : '';
    return `${each.name} ${each.version}${licenses}`;
  });
  const lines = [
    error !== undefined && text(messages.failedBecause, { cause: error }),
    head !== undefined &&
      text(messages.summary, { dependencies, files: files.length, commit: head.slice(0, 10) }),
    unmatched.length > 0 && text(messages.unmatched, { ecosystems: unmatched.join(', ') }),
    truncated && text(messages.truncated),
    ...files.map((file) => file.error && text(messages.fileFailed, { path: file.path, cause: file.error })),
    ...files.map(({ path, inexact }) => inexact > 0 && text(messages.inexact, { path, count: inexact })),
    head !== undefined && text(messages.held, { count: held.length, names: names.join(', ') }),
  ];
  return lines.flatMap((line) =>
    line
      ? [
          <span key={line} className="integrations-line">
            {line}
          </span>,
        ]
      : [],
  );
}

function useColumns(): readonly Column<GitFinding>[] {
  const text = useText();
  return useMemo<Column<GitFinding>[]>(
    () => [
      {
        key: 'severity',
        title: text(messages.severity),
        width: 110,
        sortable: true,
        phone: 'first-end',
        cell: ({ severity }) => <SeverityMark severity={severity} />,
      },
      {
        key: 'dependency',
        title: text(messages.dependency),
        width: 'grow',
        least: 160,
        sortable: true,
        phone: 'first',
        cell: ({ name, version }) => <ShortName text={`${name} ${version}`} />,
      },
      {
        key: 'fixed',
        title: text(messages.fixed),
        width: 130,
        phone: 'second-end',
        cell: ({ fixed }) => fixed ?? text(messages.notFixed),
      },
      {
        key: 'advisory',
        title: text(messages.advisory),
        width: 220,
        shrinks: 150,
        phone: 'second',
        cell: ({ advisory, url, title }) => (
          <span title={title}>
            <OutsideLink url={url}>{advisory}</OutsideLink>
          </span>
        ),
      },
      {
        key: 'file',
        title: text(messages.file),
        width: 220,
        shrinks: 120,
        sortable: true,
        cell: ({ path }) => <ShortName text={path} />,
      },
      {
        key: 'ours',
        title: text(messages.ours),
        width: 180,
        yields: true,
        cell: ({ repositories }) => <ShortName text={repositories.join(', ')} />,
      },
    ],
    [text],
  );
}
