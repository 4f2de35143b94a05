import type { S3Bucket } from '../../blobs/s3/S3Bucket.ts';
import { BadTarget } from './BackupTarget.ts';
import { type CompleteMark, checkMarker, markerFile, markerOf } from './marker.ts';
import type { TargetOwner } from './TargetOwner.ts';

interface MarkerObject {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Returns the first key without one of these beginnings. */
  findOther(own: readonly string[]): Promise<string | undefined>;
}

const ours = [markerFile, 'backups/', 'blobs/', 'check/'];

/** The marker of a bucket while this process has the target. */
export class BucketMarker {
  readonly #target: string;
  readonly #object: MarkerObject;
  #owner: TargetOwner | undefined;
  /** Marker that this process has stored. */
  #text: string | undefined;

  constructor(target: string, object: MarkerObject) {
    this.#target = target;
    this.#object = object;
  }

  /** Returns the mark of the last complete backup. Throws `BadTarget`. */
  async check(owner: TargetOwner): Promise<CompleteMark> {
    const marker = await this.#object.read();
    if (marker !== undefined) return checkMarker(this.#target, marker, owner);
    const other = await this.#object.findOther(ours);
    if (other === undefined) return null;
    throw new BadTarget(
      `${this.#target} contains other objects, such as ${other}. Select an empty bucket or prefix`,
    );
  }

  /** Replaces the marker. Throws `BadTarget`. */
  async take(owner: TargetOwner): Promise<void> {
    const complete = await this.check(owner);
    this.#owner = owner;
    await this.#write(owner, complete);
  }

  /** Throws `BadTarget` if another copy of the installation has taken the target since. */
  async requireOwn(): Promise<void> {
    if (this.#text !== undefined && (await this.#object.read()) === this.#text) return;
    throw new BadTarget(
      `Another copy of this installation, its original or a restored copy, began a backup to ${this.#target} at the same time. ` +
        'Give each copy its own prefix, then back up again',
    );
  }

  /** Notes the complete backup. */
  async complete(): Promise<void> {
    if (this.#owner) await this.#write(this.#owner, this.#owner.mark ?? null);
  }

  async #write(owner: TargetOwner, complete: CompleteMark): Promise<void> {
    this.#text = markerOf(owner, complete);
    await this.#object.write(this.#text);
  }
}

export async function findOther(bucket: S3Bucket, own: readonly string[]): Promise<string | undefined> {
  for await (const { key } of bucket.list()) if (!own.some((start) => key.startsWith(start))) return key;
  return undefined;
}
