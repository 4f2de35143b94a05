import type { TrashItem, TrashUsage } from '@lading/contract/rest';
import { Button, buttonClass, Fetched, useFormats, useShell, useText } from '@lading/ui';
import { ListPage, PagedList, useList } from '@lading/ui/list';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';
import { TRASH } from './paths.ts';
import { trashTitle } from './title.ts';
import { fetchTrash, fetchUsage } from './trashApi.ts';
import { useTrashActions } from './useTrashActions.ts';
import { titleOf, useTrashColumns } from './useTrashColumns.tsx';

const NO_USAGE: TrashUsage = { items: 0, files: 0, bytes: 0, storedBytes: 0 };

/**
 * Deleted versions and files that the user can restore. Administrators see all, and can delete them
 * permanently.
 */
export const TrashPage = observer(function TrashPage() {
  const { http, user } = useShell();
  const all = user.current?.admin ?? false;
  const text = useText();
  const list = useList('trash', (shell) => new PagedList<TrashItem>(fetchTrash(shell)));
  const [usage] = useState(() => new Fetched(undefined, (signal) => fetchUsage(http, signal)));
  useEffect(() => {
    if (all) void usage.fetch();
    return () => usage.dispose();
  }, [usage, all]);
  const { restore, remove, empty } = useTrashActions(() => {
    list.reload();
    if (all) void usage.fetch();
  });
  return (
    <ListPage
      id="trash"
      heading={text(trashTitle)}
      about={all ? <About usage={usage} /> : text(messages.aboutOwn)}
      actions={
        all && (
          <>
            <Link className={buttonClass('plain')} to={`${TRASH}/settings`}>
              {text(messages.settings)}
            </Link>
            <Button kind="danger" label={text(messages.empty)} onClick={() => void empty()} />
          </>
        )
      }
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      filters={[{ key: 'repo', label: text(messages.repository) }]}
      columns={useTrashColumns()}
      list={list}
      selection={{
        keyOf: ({ id }) => id,
        nameOf: titleOf,
        actions: (selected, clear) => (
          <>
            <Button
              label={text(messages.restore)}
              onClick={() => {
                clear();
                void restore(selected);
              }}
            />
            {all && (
              <Button
                kind="danger"
                label={text(messages.remove)}
                onClick={() => void remove(selected, clear)}
              />
            )}
          </>
        ),
      }}
      empty={{
        icon: 'remove',
        what: text(messages.none),
        more: text(all ? messages.noneMore : messages.noneOwn),
      }}
    />
  );
});

const About = observer(function About({
  usage: { value, error },
}: {
  usage: Fetched<TrashUsage | undefined>;
}) {
  const text = useText();
  const formats = useFormats();
  const usageOf = ({ items, bytes, storedBytes }: TrashUsage) =>
    text(messages.usage, { count: items, size: formats.size(bytes), stored: formats.size(storedBytes) });
  return (
    <>
      {text(messages.about)}{' '}
      {error ? (
        text(messages.usageFailed, { cause: error.message })
      ) : (
        // Until the figures are known, the line has their room, so that the list does not move.
        <span style={value ? {} : { visibility: 'hidden' }}>{usageOf(value ?? NO_USAGE)}</span>
      )}
    </>
  );
});
