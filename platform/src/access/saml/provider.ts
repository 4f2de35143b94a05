import { X509Certificate } from 'node:crypto';
import type { SamlSettings } from '@lading/contract/rest';
import type { SAML } from '@node-saml/node-saml';
import { readStored } from '../configuration/storedSettings.ts';
import { SsoError } from '../sso/SsoError.ts';
import { answeredWithin, samlCache } from './samlCache.ts';

/** Where the browser ends up that has signed out. */
export const signedOut = '/ui/login?logout=true';

const base = '/ui/api/v1/auth/saml';

/** This platform's own addresses, to be entered at the provider. */
export function samlAddresses(origin: string) {
  return {
    acsUrl: `${origin}${base}/loginResponse`,
    singleLogoutUrl: `${origin}${base}/logoutResponse`,
    metadataUrl: `${origin}${base}/metadata`,
  };
}

/** Throws `SsoError` where nobody signs in by SAML. */
export async function usableSaml(): Promise<SamlSettings> {
  const stored = await readStored('saml');
  if (stored?.value.enabled) return stored.value;
  throw new SsoError('SSO_OFF', 'Nobody signs in by SAML here');
}

/** The protocol as these settings have it; `requestId` is that of the request that is about to be made. */
export async function samlOf(settings: SamlSettings, origin: string, requestId?: string): Promise<SAML> {
  const { SAML: Protocol, ValidateInResponseTo } = await import('./library.ts');
  const { acsUrl, singleLogoutUrl } = samlAddresses(origin);
  return new Protocol({
    idpCert: settings.certificates.map(plainCertificate),
    idpIssuer: settings.idpEntityId,
    entryPoint: settings.loginUrl,
    ...(settings.logoutUrl === '' ? {} : { logoutUrl: settings.logoutUrl }),
    issuer: settings.entityId,
    audience: settings.entityId,
    callbackUrl: acsUrl,
    logoutCallbackUrl: singleLogoutUrl,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: answeredWithin * 1000,
    cacheProvider: samlCache,
    acceptedClockSkewMs: 60_000,
    // The signature of the assertion, or of the whole answer: what is read is what was signed.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  });
}

/** In PEM form, however it was copied; throws where it is none. */
export function plainCertificate(text: string): string {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  const pem = `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return new X509Certificate(pem).toString();
}
