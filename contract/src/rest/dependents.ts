import type { PageInfo } from './packages.ts';

/**
 * Who uses a package: GET `/ui/api/v1/ui/v1/native/dependents?packageId={type}://{name}[&first=&after=]`, by name, in the
 * repositories that the caller may read. `first` is 100 when absent, at most 1000. The package itself need not be here.
 */
export interface Dependents {
  dependents: Dependent[];
  /** `totalCount` is null when there are more than 10,000, or not all of them may be seen. */
  pageInfo: PageInfo;
}

export interface Dependent {
  /** `{type}://{name}` of the package that uses it. */
  id: string;
  name: string;
  /** The newest of its versions that does. */
  version: string;
  /** What it asks for, as it says it: `^1.2.0`. */
  range: string;
  /** Only to be developed, not to run. */
  development: boolean;
  /** Where that version is. */
  repo: string;
}
