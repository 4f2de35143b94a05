import type { CloudContext, InfoWidget } from '@lading/contract/rest';

/**
 * Returns the subscription management URL from the license data, else from the context. Only http
 * and https URLs are accepted.
 */
export function subscriptionUrl(
  widget: Pick<InfoWidget, 'subscriptionUrl'> | undefined,
  context: Pick<CloudContext, 'subscriptionUrl'> | undefined,
): string | undefined {
  return [widget?.subscriptionUrl, context?.subscriptionUrl].find(isWeb);
}

function isWeb(address: string | undefined): address is string {
  return address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
