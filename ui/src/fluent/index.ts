export { prepareFluent } from './prepareFluent.tsx';
