import { Button, EmptyState, useText } from '@lading/ui';
import { messages as filterMessages } from '../filters/messages.ts';
import { countFilters, NO_FILTERS, type PackageQuery } from '../query/packageQuery.ts';
import { messages } from './messages.ts';

interface Props {
  readonly query: PackageQuery;
  readonly onChange: (changed: Partial<PackageQuery>) => void;
}

/** Empty state of a list whose filters match nothing. */
export function NothingFound(props: Props) {
  const text = useText();
  const { types } = props.query;
  const name = props.query.search || props.query.name;
  const ofTypes = types.length > 0 && countFilters(props.query) === 1;
  return (
    <EmptyState
      icon="search"
      what={text(messages.noneFound)}
      more={
        name
          ? text(messages.nothingMatches, { name })
          : text(ofTypes ? messages.nothingOfTypes : messages.nothingOfAll)
      }
    >
      <Button label={text(filterMessages.clear)} onClick={() => props.onChange(NO_FILTERS)} />
    </EmptyState>
  );
}
