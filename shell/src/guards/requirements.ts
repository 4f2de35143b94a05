export { type Facts, licenseRank } from '../menu/facts.ts';
export { holds } from '../menu/rules.ts';
