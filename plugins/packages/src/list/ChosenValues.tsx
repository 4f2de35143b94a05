import { Icon, useText } from '@lading/ui';
import type { PackageQuery } from '../query/packageQuery.ts';
import { typeLabel } from '../types/packageTypes.ts';
import { messages } from './messages.ts';

const FACETS = ['types', 'repos', 'projects', 'licenses', 'tags'] as const;

/** The selected types, repositories, licenses, and keywords, each with a button that removes it. */
export function ChosenValues(props: {
  query: PackageQuery;
  onChange: (changed: Partial<PackageQuery>) => void;
}) {
  const text = useText();
  const { query, onChange } = props;
  const chosen = FACETS.flatMap((facet) => query[facet].map((value) => ({ facet, value })));
  if (chosen.length === 0) return null;
  return (
    <ul className="packages-chips" aria-label={text(messages.selected)}>
      {chosen.map(({ facet, value }) => {
        const name = facet === 'types' ? typeLabel(value) : value;
        return (
          <li key={`${facet} ${value}`}>
            {name}
            <button
              type="button"
              aria-label={text(messages.remove, { name })}
              onClick={() => onChange({ [facet]: query[facet].filter((other) => other !== value) })}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
