/** A named switch that requirements may ask for. */
export interface FeatureContribution {
  /** For example `COMMON.TESTED`. */
  readonly name: string;
  /** Whether it is on where the platform's feature list does not say. */
  readonly supported: boolean;
}
