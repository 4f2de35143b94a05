import type { MorePackageFacets } from '@lading/contract/rest';
import { Lazy, useText } from '@lading/ui';
import { messages } from '../filters/rareMessages.ts';
import type { FacetDropdownProps } from './FacetDropdown.tsx';

const load = () => import('./FacetDropdown.tsx').then(({ FacetDropdown }) => FacetDropdown);

interface Props {
  readonly projects: MorePackageFacets['projects'];
  readonly capped: boolean;
  readonly chosen: readonly string[];
  readonly onChange: (projects: string[]) => void;
}

/** Filters by projects, with their numbers of packages. Renders nothing if no project exists. */
export function ProjectFilter({ projects, capped, chosen, onChange }: Props) {
  const text = useText();
  if (projects.length === 0 && chosen.length === 0) return null;
  const names = new Map(projects.map(({ value, name }) => [value, name]));
  const dropdown: FacetDropdownProps = {
    ...{ label: text(messages.project), anyLabel: text(messages.anyProject) },
    ...{ values: projects, chosen, capped, onChange, start: undefined },
    nameOf: (key) => names.get(key) ?? key,
  };
  return <Lazy load={load} props={dropdown} failure={text(messages.projectsNotLoaded)} />;
}
