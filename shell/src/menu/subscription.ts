import type { CloudContext, InfoWidget } from '@lading/contract/rest';

/** Where the subscription is managed: as the licence's data say, else the context's. Only addresses of the web are taken. */
export function subscriptionUrl(
  widget: Pick<InfoWidget, 'subscriptionUrl'> | undefined,
  context: Pick<CloudContext, 'subscriptionUrl'> | undefined,
): string | undefined {
  return [widget?.subscriptionUrl, context?.subscriptionUrl].find(isWeb);
}

function isWeb(address: string | undefined): address is string {
  return address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
