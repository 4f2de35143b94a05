import { Button, EmptyState, useText } from '@lading/ui';
import type { PackageQuery } from '../query/packageQuery.ts';
import { messages } from './messages.ts';

interface Props {
  readonly query: PackageQuery;
  readonly onChange: (changed: Partial<PackageQuery>) => void;
}

/** The filters leave nothing over. */
export function NothingFound(props: Props) {
  const text = useText();
  const { name } = props.query;
  return (
    <EmptyState
      icon="search"
      what={text(messages.noneFound)}
      more={name ? text(messages.nothingMatches, { name }) : text(messages.nothingOfTypes)}
    >
      <Button
        label={text(messages.clearFilters)}
        onClick={() => props.onChange({ name: '', types: [], repos: [] })}
      />
    </EmptyState>
  );
}
