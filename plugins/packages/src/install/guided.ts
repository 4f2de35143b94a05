/**
 * One module for the guides and the component that shows them, loaded when a guide is first shown.
 */
export { clientSteps, clientsOf } from '../formats/guides.ts';
export { ClientSetUp } from './ClientSetUp.tsx';
