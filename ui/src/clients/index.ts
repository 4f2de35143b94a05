export { ClientSteps } from './ClientSteps.tsx';
export { GuideView, type LoadedGuide, loadGuide } from './GuideView.tsx';
export { guideFor } from './guideFor.ts';
export { type GeneratedToken, TOKEN_PLACEHOLDER, TokenGenerator } from './TokenGenerator.tsx';
