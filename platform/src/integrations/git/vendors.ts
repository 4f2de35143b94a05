import type { IntegrationForm } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { bitbucketCloud } from './bitbucketCloud.ts';
import { bitbucketServer } from './bitbucketServer.ts';
import type { GitVendor } from './GitVendor.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';

/** By the value of `vendorName` in forms. */
export const vendors: ReadonlyMap<IntegrationForm['vendorName'], GitVendor> = new Map([
  [1, github],
  [2, gitlab],
  [3, bitbucketCloud],
  [4, bitbucketServer],
]);

/** Throws `HttpError` 400. */
export function requireVendor(number: IntegrationForm['vendorName']): GitVendor {
  const vendor = vendors.get(number);
  if (vendor) return vendor;
  const expected = [...vendors].map(([id, { displayName }]) => `${id} (${displayName})`).join(', ');
  throw new HttpError(400, 'UNKNOWN_VENDOR', `Invalid vendorName ${number}. Expected ${expected}`);
}
