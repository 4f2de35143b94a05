/** A component of a bill of materials. Unknown values are absent, not empty. */
export interface BillComponent {
  /** Identifies the component within the bill. */
  ref: string;
  kind: 'library' | 'application' | 'container' | 'file';
  name: string;
  /** Absent if unknown. */
  version?: string;
  /** Version range declared by the dependent package. */
  range?: string;
  /** Package URL. */
  purl?: string;
  description?: string;
  /** Declared licenses. Absent: unknown. */
  licenses?: readonly string[];
  /** Hashes of its lead file, in hexadecimal. */
  hashes: { sha256?: string; sha1?: string; md5?: string };
  /** References of its dependencies. Absent: unknown. */
  dependsOn?: readonly string[];
  /** References of the components that it contains. */
  contains?: readonly string[];
  /** How the version was determined: stored in this instance, only declared, or unresolved. */
  resolution: 'stored' | 'declared' | 'unresolved';
}

/** A bill of materials, independent of its format. */
export interface Bill {
  /**
   * Subject of the bill. Subjects that are not components, such as a repository, have no version.
   */
  subject: BillComponent;
  components: readonly BillComponent[];
  /** Whether the bill is incomplete because of the component limit. */
  cut: boolean;
  created: Date;
  /** UUID of this document. */
  id: string;
}

/** Maximum levels of dependencies that are followed. */
export const maxDepth = 100;

/** Maximum components of a bill. */
export const maxComponents = 20_000;
