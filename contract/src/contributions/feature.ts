/** A named feature switch for requirements. */
export interface FeatureContribution {
  /** For example `COMMON.TESTED`. */
  readonly name: string;
  /** Whether it is on if the platform's feature list does not contain it. */
  readonly supported: boolean;
}
