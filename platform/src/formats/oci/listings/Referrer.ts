/** A manifest that speaks of another, as an index lists it. */
export interface Referrer {
  mediaType: string;
  digest: string;
  size: number;
  artifactType?: string;
  annotations?: Record<string, string>;
}
