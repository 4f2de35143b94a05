export { framedPlugin } from './frames/framedPlugin.ts';
