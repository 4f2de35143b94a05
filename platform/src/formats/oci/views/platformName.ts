/** `linux/arm64/v8`; undefined for manifests without a platform, such as attestations. */
export function platformName(said: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { os, architecture, variant } = said ?? {};
  if (typeof os !== 'string' || typeof architecture !== 'string' || os === 'unknown' || os === '')
    return undefined;
  return [os, architecture, ...(typeof variant === 'string' && variant !== '' ? [variant] : [])].join('/');
}
