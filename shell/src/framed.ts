export { startFrame } from './framed/startFrame.ts';
