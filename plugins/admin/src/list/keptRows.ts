import { type Fetched, LeftBehind } from '@lading/ui';

/** The list that is left, so that going back to it finds its rows where they were. An entry of the history is of one list alone. */
export const keptRows = new LeftBehind<{
  readonly all: Fetched<readonly unknown[]>;
  readonly scrolled: number;
}>();
