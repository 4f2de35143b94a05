import type { Message } from '@lading/contract';
import type { IntegrationForm } from '@lading/contract/rest';
import { messages } from './messages.ts';

export interface GitVendor {
  readonly id: IntegrationForm['vendorName'];
  /** In paths. */
  readonly name: string;
  readonly label: string;
  /** Its public server; empty if there is none. */
  readonly url: string;
  /** The scopes that a token needs. */
  readonly scopes: Message;
}

/** Vendors of Git servers, by the number that forms contain. */
export const GIT_VENDORS: readonly GitVendor[] = [
  { id: 1, name: 'github', label: 'GitHub', url: 'https://github.com', scopes: messages.githubScopes },
  { id: 2, name: 'gitlab', label: 'GitLab', url: 'https://gitlab.com', scopes: messages.gitlabScopes },
  {
    id: 3,
    name: 'bitbucket_cloud',
    label: 'Bitbucket Cloud',
    url: 'https://bitbucket.org',
    scopes: messages.cloudScopes,
  },
  { id: 4, name: 'bitbucket_server', label: 'Bitbucket Server', url: '', scopes: messages.serverScopes },
];

export function vendorOf(id: IntegrationForm['vendorName']): GitVendor | undefined {
  return GIT_VENDORS.find((vendor) => vendor.id === id);
}

/** A URL to follow where the vendor has no public server. */
export const exampleOf = ({ url }: GitVendor) => url || 'https://bitbucket.example.org';
