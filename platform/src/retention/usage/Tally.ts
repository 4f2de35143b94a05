/** Usage of one kind of content; sizes in bytes. Blobs are distinct contents. */
export interface Usage {
  files: number;
  bytes: number;
  blobs: number;
  storedBytes: number;
}

export type UsageKind = 'repository' | 'project' | 'type' | 'total';

export interface CountedUsage extends Usage {
  kind: UsageKind;
  key: string;
  folders: number;
}

/** Sums of the slices of a calculation. */
export class Tally {
  readonly #usage = new Map<string, CountedUsage>();
  /** All stored content, including content without files. */
  readonly stored = { blobs: 0, bytes: 0 };

  add(kind: UsageKind, key: string, { files, bytes, blobs, storedBytes }: Usage): void {
    const sum = this.#of(kind, key);
    sum.files += files;
    sum.bytes += bytes;
    sum.blobs += blobs;
    sum.storedBytes += storedBytes;
  }

  addStored({ blobs, storedBytes }: Pick<Usage, 'blobs' | 'storedBytes'>): void {
    this.stored.blobs += blobs;
    this.stored.bytes += storedBytes;
  }

  addFolders(repo: string, count: number): void {
    this.#of('repository', repo).folders += count;
    this.#of('total', '').folders += count;
  }

  get usage(): CountedUsage[] {
    this.#of('total', '');
    return [...this.#usage.values()];
  }

  #of(kind: UsageKind, key: string): CountedUsage {
    const id = `${kind}/${key}`;
    const known = this.#usage.get(id) ?? {
      kind,
      key,
      folders: 0,
      files: 0,
      bytes: 0,
      blobs: 0,
      storedBytes: 0,
    };
    this.#usage.set(id, known);
    return known;
  }
}
