export { type Facts, licenceRank } from '../menu/facts.ts';
export { holds } from '../menu/rules.ts';
