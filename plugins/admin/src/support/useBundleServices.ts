import { useShell } from '@lading/ui';
import { useEffect, useState } from 'react';
import { BUNDLE_SERVICES, type BundleService, isMcAvailable } from './supportApi.ts';

interface BundleServices {
  readonly available: readonly BundleService[];
  /** Services known to be unavailable. */
  readonly missing: readonly BundleService[];
  /** Services whose check failed. A service without a response is in no list. */
  readonly unknown: readonly BundleService[];
}

/**
 * Services that can have support bundles, as the platform reports them. Changes when a response
 * arrives, so it must be called in an observer.
 */
export function useBundleServices(): BundleServices {
  const { http, services } = useShell();
  const [mc, setMc] = useState<boolean | 'unknown'>();
  useEffect(() => {
    const end = new AbortController();
    void isMcAvailable(http, end.signal)
      .catch(() => 'unknown' as const)
      .then((available) => {
        if (!end.signal.aborted) setMc(available);
      });
    return () => end.abort();
  }, [http]);
  const isAvailable = (service: BundleService): boolean | 'unknown' | undefined => {
    if (service === 'mc') return mc;
    return services.available(service) || (services.known ? false : undefined);
  };
  return {
    available: BUNDLE_SERVICES.filter((service) => isAvailable(service) === true),
    missing: BUNDLE_SERVICES.filter((service) => isAvailable(service) === false),
    unknown: BUNDLE_SERVICES.filter((service) => isAvailable(service) === 'unknown'),
  };
}
