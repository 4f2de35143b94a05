import { X509Certificate } from 'node:crypto';
import type { Outcome } from '../outgoing/Outcomes.ts';
import { outgoing } from '../outgoing/outgoing.ts';
import { readStored } from './configuration/storedSettings.ts';
import { listProviders } from './oauth/providers.ts';
import { usableSamls } from './saml/providers.ts';
import { type ProviderKind, providerKey } from './sso/providerOutcomes.ts';

/** An identity provider that is turned on. */
export interface IdentityProvider {
  kind: ProviderKind;
  /** Empty if there is only one of the kind. */
  name: string;
  /** Of the last sign-ins on this node. */
  outcome: Outcome | undefined;
  /** End of the last certificate that signs responses of a SAML provider. */
  certificateEnd?: Date;
  /** URL of the page that browsers open to sign in with a SAML provider. */
  signInPage?: string;
}

/** Returns the identity providers that are turned on, except those of a reverse proxy. */
export async function identityProviders(): Promise<IdentityProvider[]> {
  const [ldap, crowd, oauth, saml] = await Promise.all([
    readStored('ldap'),
    readStored('sso/crowd'),
    listProviders(),
    usableSamls(),
  ]);
  const { identities } = outgoing();
  const used = (kind: ProviderKind, name = ''): IdentityProvider => ({
    ...{ kind, name, outcome: identities.of(providerKey(kind, name)) },
  });
  return [
    ...(ldap?.value.enabled ? [used('ldap')] : []),
    ...oauth.filter(({ settings }) => settings.enabled).map(({ settings }) => used('oauth', settings.name)),
    ...saml.map(({ name, certificates, loginUrl }) => {
      const end = lastEnd(certificates);
      return { ...used('saml', name), signInPage: loginUrl, ...(end ? { certificateEnd: end } : {}) };
    }),
    ...(crowd?.value.enabled ? [used('crowd')] : []),
  ];
}

/** During a rotation, one valid certificate is sufficient. */
function lastEnd(certificates: readonly string[]): Date | undefined {
  const ends = certificates.flatMap((text) => {
    try {
      return [Date.parse(new X509Certificate(pemOf(text)).validTo)];
    } catch {
      // The sign-in reports an unreadable certificate.
      return [];
    }
  });
  return ends.length === certificates.length ? new Date(Math.max(...ends)) : undefined;
}

function pemOf(text: string): string {
  if (text.includes('-----BEGIN')) return text;
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/\s/g, '')}\n-----END CERTIFICATE-----`;
}
