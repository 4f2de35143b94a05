/** A manifest whose subject is another manifest, as listed in an index. */
export interface Referrer {
  mediaType: string;
  digest: string;
  size: number;
  artifactType?: string;
  annotations?: Record<string, string>;
}
