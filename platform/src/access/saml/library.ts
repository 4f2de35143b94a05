// A file of its own, so that the library is read when the first one signs in by it.
export { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
