import { useShell, useText } from '@lading/ui';
import { CellButton, type Column } from '@lading/ui/table';
import { useEffect, useMemo } from 'react';
import { messages } from '../stars/messages.ts';
import type { PackageListStore } from './PackageListStore.ts';
import type { ListedPackage } from './packagesApi.ts';

/** The column with the user's stars, fetched after the first paint of rows. None if anonymous. */
export function useStarColumn({ stars, packages }: PackageListStore): readonly Column<ListedPackage>[] {
  const { user, notifications } = useShell();
  const text = useText();
  const { signedIn } = user;
  const ready = signedIn && (packages.rows?.length ?? 0) > 0;
  useEffect(() => {
    if (!ready) return;
    // The next frame paints the rows; a response before it would only delay them.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void stars.ids.fetch());
    });
    return () => cancelAnimationFrame(frame);
  }, [stars, ready]);
  const { value, error } = stars.ids;
  return useMemo<Column<ListedPackage>[]>(() => {
    const act = (work: Promise<void>) =>
      work.catch((cause: Error) => notifications.error(text(messages.failed, { cause: cause.message })));
    const star = {
      ...{ key: 'star', title: text(messages.star), width: 56, link: true, yields: true },
      cell: ({ id, name }: ListedPackage) =>
        (value || error) && (
          <CellButton
            iconOnly
            icon={!value ? 'refresh' : value.has(id) ? 'starFilled' : 'star'}
            label={text(
              !value ? messages.unknown : value.has(id) ? messages.unstarNamed : messages.starNamed,
              { name },
            )}
            onClick={() => void (value ? act(stars.toggle(id)) : stars.ids.fetch())}
          />
        ),
    };
    return signedIn ? [star] : [];
  }, [signedIn, value, error, stars, text, notifications]);
}
