import { X509Certificate } from 'node:crypto';
import type { SamlSettings } from '@lading/contract/rest';
import type { SAML } from '@node-saml/node-saml';
import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../http/ownOrigin.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { ownKey } from './ownKey.ts';
import { samlCache, samlRequestSeconds } from './samlCache.ts';

const base = '/ui/api/v1/auth/saml';

/** Returns this platform's URLs, which must be entered at the provider. */
export function samlAddresses(origin: string, name: string) {
  return {
    acsUrl: `${origin}${base}/loginResponse`,
    singleLogoutUrl: `${origin}${base}/logoutResponse`,
    metadataUrl: `${origin}${base}/metadata?${new URLSearchParams({ provider: name }).toString()}`,
  };
}

export interface SamlUse {
  origin: string;
  seal: Seal;
  /** ID for the next request. */
  requestId?: string;
  /** Whether the provider must authenticate the user again. */
  confirm?: boolean | undefined;
}

export function useOf(request: FastifyRequest): SamlUse {
  return { origin: ownOrigin(request), seal: request.server.seal };
}

/** Configures the SAML library for these settings. */
export async function samlOf(
  settings: SamlSettings,
  { origin, seal, requestId, confirm = false }: SamlUse,
): Promise<SAML> {
  const { SAML: Protocol, ValidateInResponseTo } = await import('./library.ts');
  const { acsUrl, singleLogoutUrl } = samlAddresses(origin, settings.name);
  const key = settings.signRequests ? await ownKey(seal) : undefined;
  return new Protocol({
    idpCert: settings.certificates.map(plainCertificate),
    idpIssuer: settings.idpEntityId,
    entryPoint: settings.loginUrl,
    ...(settings.logoutUrl === '' ? {} : { logoutUrl: settings.logoutUrl }),
    ...(key ? { privateKey: key.privateKey, publicCert: key.certificate } : {}),
    signatureAlgorithm: 'sha256',
    issuer: settings.entityId,
    audience: settings.entityId,
    callbackUrl: acsUrl,
    logoutCallbackUrl: singleLogoutUrl,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: samlRequestSeconds * 1000,
    cacheProvider: samlCache,
    acceptedClockSkewMs: 60_000,
    // Either the assertion or the whole response must be signed. Only signed content is read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: confirm,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  });
}

/** Normalizes a certificate to PEM, however it was copied. Throws if it is invalid. */
export function plainCertificate(text: string): string {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  const pem = `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return new X509Certificate(pem).toString();
}
