export { ClientSteps } from './ClientSteps.tsx';
export { type GeneratedToken, TOKEN_PLACEHOLDER, TokenGenerator } from './TokenGenerator.tsx';
