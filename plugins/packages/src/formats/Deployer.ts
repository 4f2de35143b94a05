import type { Message } from '@lading/contract';

/** Where a file is to go. */
export interface DeployTarget {
  readonly repoKey: string;
  /** Below the repository, without slashes around it; only where the format asks for one. */
  readonly folder: string;
}

/** The one request by which a file is published. */
export interface UploadRequest {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: Blob | FormData;
  readonly type?: string;
}

/** How files of a format are published from a browser, by the protocol that its clients speak. */
export interface Deployer {
  /** Endings of the files that it takes; any when absent. */
  readonly endings?: readonly string[];
  /** How the deployer publishes the files. */
  readonly about: Message;
  /** The files are put into a folder that the user names. */
  readonly folder?: Message;
  /** The folder that one of the files tells of. */
  folderOf?(file: File): Promise<string | undefined>;
  /** Whether a file is named as those of the folder are. */
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
