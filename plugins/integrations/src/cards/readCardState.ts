import type { VendorCardState } from '@lading/contract';

/** Returns the state that a plugin reports for its card; throws for another value. */
export function readCardState(value: unknown): VendorCardState {
  const { connected, configured, integrations, products } = (value ?? {}) as Partial<VendorCardState>;
  const isState =
    typeof connected === 'boolean' &&
    typeof configured === 'boolean' &&
    (integrations === undefined || Number.isInteger(integrations)) &&
    (products === undefined ||
      (Array.isArray(products) && products.every((product) => typeof product === 'string')));
  if (!isState) throw new Error('The plugin returned an invalid state.');
  return {
    ...{ connected, configured },
    ...(integrations === undefined ? {} : { integrations }),
    ...(products === undefined ? {} : { products }),
  };
}
