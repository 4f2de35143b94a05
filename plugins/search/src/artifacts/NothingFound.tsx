import { Button, buttonClass, EmptyState, useText } from '@lading/ui';
import { Link } from 'react-router-dom';
import { packagesAddress } from '../query/packageKeys.ts';
import { BLANK, type SearchModel } from '../query/searchModel.ts';
import { type ArtifactQuery, filtersSet } from './artifactQuery.ts';
import { messages } from './messages.ts';

interface Props {
  readonly query: ArtifactQuery;
  readonly capped: boolean;
  readonly onSearch: (model: SearchModel) => void;
}

/** Empty state with suggestions for other filters. */
export function NothingFound({ query, capped, onSearch }: Props) {
  const text = useText();
  const { model, kind } = query;
  const filtered = filtersSet(kind, model) > 0;
  const why =
    filtered || !model.name ? text(messages.noneMore) : text(messages.noneFor, { name: model.name });
  return (
    <EmptyState
      icon="search"
      what={text(messages.none)}
      more={
        <>
          <p>{capped ? text(messages.capped) : why}</p>
          {kind === 'archive' && <p>{text(messages.noneArchive)}</p>}
        </>
      }
    >
      {filtered && model.name && (
        <Button
          label={text(messages.withoutFilters)}
          onClick={() => onSearch({ ...BLANK, name: model.name, searchType: model.searchType })}
        />
      )}
      {model.name && kind === 'quick' && (
        <Link
          className={buttonClass('plain')}
          to={packagesAddress({ name: [model.name], repos: model.repo })}
        >
          {text(messages.asPackage)}
        </Link>
      )}
    </EmptyState>
  );
}
