export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
  /** Suffix of the name in histograms, such as `_bucket`. */
  suffix?: string;
}
