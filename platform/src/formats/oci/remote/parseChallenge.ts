export interface BearerChallenge {
  realm?: string;
  service?: string;
  scope?: string;
}

/** Parses the `Bearer` challenge in a `WWW-Authenticate` header; undefined if there is none. */
export function parseChallenge(header: string): BearerChallenge | undefined {
  const [, parameters] = /(?:^|,)\s*Bearer\s+(.*)$/is.exec(header.slice(0, 4000)) ?? [];
  if (parameters === undefined) return undefined;
  const found: BearerChallenge = {};
  for (const [, name = '', quoted, plain] of parameters.matchAll(/([a-z_]+)=(?:"([^"]*)"|([^\s",]+))/gi)) {
    const value = quoted ?? plain ?? '';
    if (name === 'realm' || name === 'service' || name === 'scope') found[name] = value;
  }
  return found;
}
