export { svgIcon } from './svgIcon.ts';
