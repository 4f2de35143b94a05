import type { MadeSearch, ShellApi } from '@lading/contract';
import { EmptyState, ShortName, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';

const ROWS = 8;

/** The user's last searches in this browser, of which the page can still be opened. */
export const SearchesWidget = observer(function SearchesWidget() {
  const text = useText();
  const shell = useShell();
  const [all] = useState(() => shell.searches.all);
  const rows = all.flatMap((search) => rowOf(shell, search)).slice(0, ROWS);
  if (rows.length === 0)
    return <EmptyState icon="search" what={text(messages.none)} more={text(messages.noneMore)} />;
  return (
    <ol className="ins-list">
      {rows.map(({ to, words, category }) => (
        <li key={to}>
          <Link className="ins-list__name" to={to}>
            <ShortName text={words} />
          </Link>
          <span className="ins-list__fact">{text(category)}</span>
        </li>
      ))}
    </ol>
  );
});

/** None for a search of a category that the user cannot search now. */
function rowOf(shell: ShellApi, { type, queryString, searchModel }: MadeSearch) {
  const found = shell.contributions('searchCategories').find(({ value }) => value.id === type)?.value;
  const inProject = shell.project.current === undefined || found?.supportsProjects;
  if (!found || !inProject || !shell.allows(found.requires)) return [];
  return [{ to: `${found.path}?${queryString}`, words: wordsOf(searchModel), category: found.label }];
}

/** The texts of a search as the user typed them, the name first. */
function wordsOf(model: MadeSearch['searchModel']): string {
  return Object.entries(model)
    .filter(([key]) => key !== 'searchType')
    .sort(([one], [other]) => Number(other === 'name') - Number(one === 'name'))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string' && value.trim() !== '')
    .join(' · ');
}
