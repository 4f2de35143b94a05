/**
 * The guides and the component that shows them, in one module: it is loaded when the first of them
 * is needed.
 */
export { clientSteps, clientsOf } from '../formats/guides.ts';
export { ClientSetUp } from './ClientSetUp.tsx';
