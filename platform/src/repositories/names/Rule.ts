/** An administrator's decision about all names under a prefix in a virtual repository. */
export interface Rule {
  /** Folded, as `repositories/naming.ts` says. */
  prefix: string;
  /** `lifted`: the prefix is not reserved, although it would be by default. */
  effect: 'reserved' | 'lifted';
}
