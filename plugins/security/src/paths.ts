/** Paths of the pages, below `/ui`. */
export const RULES = '/admin/security/rules';
export const PROVIDERS = '/admin/security/providers';
export const MAIL = '/admin/security/mail';
export const AUDIT = '/admin/security/audit';
/** Path of a provider that exists only once. */
export const ofKind = (kind: string) => `${PROVIDERS}/${kind}`;
/** Path of an OpenID Connect provider, of which there can be several. */
export const ofOAuth = (name: string) => `${PROVIDERS}/oauth/${encodeURIComponent(name)}`;
export const NEW_OAUTH = `${PROVIDERS}/oauth`;
/** Path of a SAML provider, of which there can be several. */
export const ofSaml = (name: string) => `${PROVIDERS}/saml/${encodeURIComponent(name)}`;
export const NEW_SAML = `${PROVIDERS}/saml`;
