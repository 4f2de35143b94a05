import type { Message } from '@lading/contract';
import type { IntegrationForm } from '@lading/contract/rest';
import { messages } from './messages.ts';

export interface GitVendor {
  readonly id: IntegrationForm['vendorName'];
  /** Name in paths. */
  readonly name: string;
  readonly label: string;
  /** URL of the vendor's public server; empty if there is none. */
  readonly url: string;
  /** Scopes that a token requires. */
  readonly scopes: Message;
}

/** Git server vendors, by the number that API requests contain. */
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

/** Returns an example URL, also for vendors without a public server. */
export const exampleOf = ({ url }: GitVendor) => url || 'https://bitbucket.example.org';
