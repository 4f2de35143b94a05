import type { StarredPackages } from '@lading/contract/rest';
import { Button, EmptyState, FetchedView, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { isVersion } from './isVersion.ts';
import { messages } from './messages.ts';
import { PackageList } from './PackageList.tsx';

/** Rows until the user asks for all. */
const ROWS = 8;

/** The user's starred packages of all projects, by their last change. */
export const StarredWidget = observer(function StarredWidget() {
  const text = useText();
  const { http } = useShell();
  const [all, setAll] = useState(false);
  const fetched = useWidgetData(async (signal) => {
    const { packages } = await http.json<StarredPackages>('/ui/api/v1/ui/stars', { signal });
    return packages;
  });
  return (
    <FetchedView fetched={fetched} failure={text(messages.starredFailed)}>
      {(packages) =>
        packages?.length ? (
          <>
            <PackageList
              found={{ packages: all ? packages : packages.slice(0, ROWS), more: false }}
              fact={({ id, latestVersion, modified }) => (
                <>
                  {isVersion(id, latestVersion) && `${latestVersion} · `}
                  <When date={modified} />
                </>
              )}
            />
            {!all && packages.length > ROWS && (
              <p className="ins-more">
                <Button kind="quiet" label={text(messages.all)} onClick={() => setAll(true)} />
              </p>
            )}
          </>
        ) : (
          <EmptyState icon="star" what={text(messages.noStarred)} more={text(messages.noStarredMore)} />
        )
      }
    </FetchedView>
  );
});
