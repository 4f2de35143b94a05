import { X509Certificate } from 'node:crypto';
import type { SamlSettings } from '@lading/contract/rest';
import type { SAML } from '@node-saml/node-saml';
import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../http/ownOrigin.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { ownKey } from './ownKey.ts';
import { answeredWithin, samlCache } from './samlCache.ts';

const base = '/ui/api/v1/auth/saml';

/** This platform's own addresses, to be entered at the provider. */
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
  /** That of the request that is about to be made. */
  requestId?: string;
  /** It is to ask the person anew. */
  confirm?: boolean | undefined;
}

export function useOf(request: FastifyRequest): SamlUse {
  return { origin: ownOrigin(request), seal: request.server.seal };
}

/** The protocol as these settings have it. */
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
    requestIdExpirationPeriodMs: answeredWithin * 1000,
    cacheProvider: samlCache,
    acceptedClockSkewMs: 60_000,
    // The signature of the assertion, or of the whole answer: what is read is what was signed.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: confirm,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  });
}

/** In PEM form, however it was copied; throws where it is none. */
export function plainCertificate(text: string): string {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  const pem = `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return new X509Certificate(pem).toString();
}
