/** Where the screens stand, below `/ui`. */
export const RULES = '/admin/security/rules';
export const PROVIDERS = '/admin/security/providers';
export const MAIL = '/admin/security/mail';
export const AUDIT = '/admin/security/audit';
/** A provider that there is one of. */
export const ofKind = (kind: string) => `${PROVIDERS}/${kind}`;
/** An OpenID Connect provider: of which there are several. */
export const ofOAuth = (name: string) => `${PROVIDERS}/oauth/${encodeURIComponent(name)}`;
export const NEW_OAUTH = `${PROVIDERS}/oauth`;
/** A SAML provider: of these too. */
export const ofSaml = (name: string) => `${PROVIDERS}/saml/${encodeURIComponent(name)}`;
export const NEW_SAML = `${PROVIDERS}/saml`;
