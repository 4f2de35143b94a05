import type { FoundPath, FoundPaths } from '@lading/contract/rest';
import { Button, Fetched, Icon, ShortName, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { nameOf, parentOf, treeAddress } from '../address/treeAddress.ts';
import { TreeApi } from '../treeApi.ts';
import { messages } from './messages.ts';
import css from './paths.css?inline';

interface Props {
  /** Never blank. */
  readonly typed: string;
  /** Called when the user opens a path. */
  readonly onVisit: () => void;
}

const ICONS = { folder: 'folder', file: 'document' } as const;
const NOTHING: FoundPaths = { found: [], capped: false };

/** Folders and files whose path contains the filter of the tree, found by the platform. */
export const PathMatches = observer(function PathMatches({ typed, onVisit }: Props) {
  useStyles(css);
  const { http, project } = useShell();
  const text = useText();
  const inProject = project.current;
  const paths = useMemo(
    () => new Fetched(NOTHING, (signal) => new TreeApi(http).find(typed, inProject, signal)),
    [http, typed, inProject],
  );
  useEffect(() => {
    void paths.need();
    return () => paths.dispose();
  }, [paths]);
  const { found, capped } = paths.value;
  return (
    <section className="repositories-paths" aria-label={text(messages.title)} aria-busy={!paths.settled}>
      <h2 className="repositories-paths__title">{text(messages.title)}</h2>
      <div role="status">
        {!paths.settled && <p className="ld-soft">{text(messages.searching)}</p>}
        {paths.status === 'there' && found.length === 0 && <p className="ld-soft">{text(messages.none)}</p>}
      </div>
      {paths.error && (
        <p role="alert" className="repositories-paths__failed">
          {text(messages.failed, { cause: paths.error.message })}{' '}
          <Button kind="quiet" label={text(messages.retry)} onClick={() => void paths.fetch()} />
        </p>
      )}
      <ul>
        {found.map((each) => (
          <Match key={`${each.repoKey}/${each.path}/${each.type}`} found={each} onVisit={onVisit} />
        ))}
      </ul>
      {capped && <p className="ld-soft">{text(messages.capped)}</p>}
    </section>
  );
});

function Match({ found, onVisit }: { found: FoundPath; onVisit: () => void }) {
  const { type, repoKey, path } = found;
  const above = [repoKey, parentOf(path)].filter((part) => part !== '').join('/');
  return (
    <li>
      <Link to={treeAddress(repoKey, path)} title={`${repoKey}/${path}`} onClick={onVisit}>
        <Icon name={ICONS[type]} size={16} />
        <span className="repositories-paths__names">
          <ShortName text={nameOf(path)} />
          <span className="repositories-paths__where">
            <ShortName text={above} />
          </span>
        </span>
      </Link>
    </li>
  );
}
