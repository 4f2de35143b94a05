import type { SamlSettings } from '@lading/contract/rest';
import type { Profile } from '@node-saml/node-saml';
import { SsoError } from '../sso/SsoError.ts';
import { shownAt } from '../sso/ssoSessions.ts';
import { type SamlUse, samlAddresses, samlOf } from './provider.ts';
import { takeAssertion } from './samlCache.ts';
import { weakAlgorithms } from './weakAlgorithms.ts';

/** The user that the provider authenticated, and its identifier of the session. */
export interface SamlIdentity {
  nameID: string;
  nameIDFormat: string;
  sessionIndex: string;
  /** When the user authenticated at the provider, in seconds since 1970. */
  shown: number;
  userName: string;
  email: string;
  groups?: string[];
}

/**
 * Reads the provider's response to a request. Everything that is used was signed by the provider.
 * The response is valid once, for this platform, and for this request. Throws `SsoError`.
 */
export async function readResponse(
  settings: SamlSettings,
  use: SamlUse,
  requestId: string,
  response: string,
): Promise<SamlIdentity> {
  const profile = await verified(settings, use, response);
  if (profile.issuer !== settings.idpEntityId) {
    throw invalid(`The assertion was issued by ${String(profile.issuer)}. Expected ${settings.idpEntityId}.`);
  }
  const assertion = assertionOf(profile);
  const { id, inResponseTo, recipient } = confirmationOf(assertion);
  if (profile.inResponseTo !== requestId || inResponseTo !== requestId) {
    throw invalid('The assertion does not belong to this request');
  }
  if (recipient !== samlAddresses(use.origin, settings.name).acsUrl)
    throw invalid(`The assertion is intended for ${recipient}`);
  if (!(await takeAssertion(id))) throw new SsoError('SSO_EXPIRED', 'The assertion was already used');
  return { ...identityOf(settings, profile), shown: whenShown(assertion) };
}

async function verified(settings: SamlSettings, use: SamlUse, response: string): Promise<Profile> {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  if (weakAlgorithms.test(xml))
    throw invalid('The response is signed with SHA-1 or MD5. Configure the provider to use SHA-256.');
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw invalid('The response contains a document type declaration, which SAML does not allow');
  try {
    const saml = await samlOf(settings, use);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    if (!profile) throw invalid('The response contains no user');
    return profile;
  } catch (error) {
    if (error instanceof SsoError) throw error;
    const { SamlStatusError } = await import('./library.ts');
    if (error instanceof SamlStatusError) throw new SsoError('SSO_REFUSED', error.message, { cause: error });
    throw new SsoError(
      'SSO_INVALID',
      error instanceof Error ? error.message : 'Failed to read the response',
      {
        cause: error,
      },
    );
  }
}

interface Node {
  $?: Record<string, string>;
  [name: string]: unknown;
}

/** Returns the signed assertion. */
function assertionOf(profile: Profile): Node | undefined {
  return ((profile.getAssertion?.() ?? {}) as { Assertion?: Node }).Assertion;
}

function whenShown(assertion: Node | undefined): number {
  const [statement] = (assertion?.AuthnStatement ?? []) as Node[];
  return shownAt(Date.parse(statement?.$?.AuthnInstant ?? '') / 1000);
}

/** Returns the assertion's ID, the request that it answers, and its recipient. */
function confirmationOf(assertion: Node | undefined): {
  id: string;
  inResponseTo: string;
  recipient: string;
} {
  const [subject] = (assertion?.Subject ?? []) as Node[];
  const confirmations = (subject?.SubjectConfirmation ?? []) as Node[];
  const [confirmation] = confirmations;
  const [data] = (confirmation?.SubjectConfirmationData ?? []) as Node[];
  const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
  if (confirmations.length !== 1 || confirmation?.$?.Method !== bearer) {
    throw invalid('Invalid assertion. Expected one subject confirmation with the bearer method.');
  }
  return {
    id: assertion?.$?.ID ?? '',
    inResponseTo: data?.$?.InResponseTo ?? '',
    recipient: data?.$?.Recipient ?? '',
  };
}

function identityOf(settings: SamlSettings, profile: Profile): Omit<SamlIdentity, 'shown'> {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  const values = (name: string) => (name === '' ? [] : [attributes[name] ?? []].flat().map(String));
  const { userNameAttribute, emailAttribute, groupsAttribute } = settings;
  if (/:transient$/.test(profile.nameIDFormat ?? '')) {
    throw invalid(
      'The NameID is transient, so users cannot be recognized. Configure the provider to send a persistent NameID.',
    );
  }
  const userName = userNameAttribute === '' ? profile.nameID : values(userNameAttribute)[0];
  if (!userName || !profile.nameID) {
    const there = Object.keys(attributes).join(', ');
    throw invalid(
      `The assertion has no ${userNameAttribute || 'NameID'}. Its attributes: ${there || 'none'}.`,
    );
  }
  return {
    nameID: profile.nameID,
    nameIDFormat: profile.nameIDFormat ?? '',
    sessionIndex: profile.sessionIndex ?? '',
    userName,
    email: values(emailAttribute)[0] ?? '',
    ...(groupsAttribute === '' ? {} : { groups: values(groupsAttribute) }),
  };
}

function invalid(message: string): SsoError {
  return new SsoError('SSO_INVALID', message);
}
