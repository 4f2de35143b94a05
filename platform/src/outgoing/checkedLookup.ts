import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressPolicy, addressFault, isPublic } from './addresses.ts';
import { OutgoingError } from './OutgoingError.ts';

/** Resolves a name, like `dns.lookup` with `all`. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void;

/**
 * Resolves the name once and checks every address, so that the connection uses a checked address.
 */
export function checkedLookup(policy: AddressPolicy, resolve: Resolve = resolveName): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      try {
        checkAddresses(
          found.map(({ address }) => address),
          policy,
        );
      } catch (refusal) {
        return done(refusal as Error, '', 0);
      }
      const [first] = found;
      if (options.all) done(null, found);
      else if (first) done(null, first.address, first.family);
      else done(new OutgoingError('unreachable', 'The host name has no address'), '', 0);
    });
  };
}

/** Throws `OutgoingError` for an address that must not be connected to. */
export function checkAddresses(addresses: readonly string[], policy: AddressPolicy): void {
  for (const address of addresses) {
    const fault = addressFault(address, policy);
    if (fault) throw new OutgoingError('refused', `${address} ${fault}. Such addresses are blocked`);
    if (policy.onlyPrivate && isPublic(address, policy))
      throw new OutgoingError(
        'refused',
        `${address} is a public address, and HTTP is allowed only in private networks. Use an HTTPS URL`,
      );
  }
}
