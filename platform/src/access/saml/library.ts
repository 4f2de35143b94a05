// A separate module, so that the library is loaded with the first SAML sign-in.
export { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
