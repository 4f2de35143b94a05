import type { Message } from '@lading/contract';

/** Target of a file. */
export interface DeployTarget {
  readonly repoKey: string;
  /** Path in the repository, without a slash at either end. Empty for formats that require none. */
  readonly folder: string;
}

/** The request that publishes a file. */
export interface UploadRequest {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: Blob | FormData;
  readonly type?: string;
}

/** Publishes files of a format from a browser, with the protocol of its clients. */
export interface Deployer {
  /** File extensions that it accepts. If absent, all. */
  readonly endings?: readonly string[];
  /** Explains how the files are published. */
  readonly about: Message;
  /** Label of the field for the directory. If absent, files have no directory. */
  readonly folder?: Message;
  /** Returns the directory that the content of a file specifies. */
  folderOf?(file: File): Promise<string | undefined>;
  /** Whether the name of a file fits the directory. */
  suits?(file: File, folder: string): boolean;
  /** Throws `BadFile` for a file of the wrong format. */
  prepare(file: File, target: DeployTarget): Promise<UploadRequest>;
}

/** A file that cannot be published. */
export class BadFile extends Error {
  readonly why: Message;

  constructor(why: Message) {
    super(why.text);
    this.why = why;
  }
}

/** URL path of a file path, with each segment encoded separately. */
export function pathAddress(...parts: readonly string[]): string {
  return parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .map(encodeURIComponent)
    .join('/');
}
