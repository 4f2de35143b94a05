import type { Distribution } from '../distribution/readDistribution.ts';
import type { UploadRequest } from './checkUpload.ts';

/** A file of a release, and its content. */
export interface NewFile {
  request: UploadRequest;
  distribution: Distribution;
  /** BLAKE2b of 256 bits, hexadecimal. */
  blake2: string;
}
