import type { Distribution } from '../distribution/readDistribution.ts';
import type { UploadRequest } from './checkUpload.ts';

/** A validated file of a release. */
export interface NewFile {
  request: UploadRequest;
  distribution: Distribution;
  /** BLAKE2b-256 hash in hexadecimal. */
  blake2: string;
}
