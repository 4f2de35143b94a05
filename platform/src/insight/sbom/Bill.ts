/** A component of a bill of materials. What is unknown is absent, which is something else than empty. */
export interface BillComponent {
  /** Identifies the component within the bill. */
  ref: string;
  kind: 'library' | 'application' | 'container' | 'file';
  name: string;
  /** Absent: which version it is cannot be told. */
  version?: string;
  /** As the package that depends on it declares it. */
  range?: string;
  /** Package URL. */
  purl?: string;
  description?: string;
  /** Declared licenses. Absent: unknown. */
  licenses?: readonly string[];
  /** Of its lead file, in hexadecimal. */
  hashes: { sha256?: string; sha1?: string; md5?: string };
  /** References of the components that it needs. Absent: unknown. */
  dependsOn?: readonly string[];
  /** Why this version: it is stored in this instance, or only declared. */
  resolution: 'stored' | 'declared' | 'unresolved';
}

/** What something consists of, before it is written in a format. */
export interface Bill {
  /** What the bill is about. Where it is no component itself, such as a repository, it has no version. */
  subject: BillComponent;
  components: readonly BillComponent[];
  /** More components exist than a bill can have. */
  cut: boolean;
  created: Date;
  /** UUID of this document. */
  id: string;
}

/** The number of components that a bill can have. */
export const maxComponents = 20_000;
