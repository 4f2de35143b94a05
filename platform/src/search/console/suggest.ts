import type { SearchSuggestions, UserSuggestions } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { findUsers } from '../../access/findUsers.ts';
import { allows } from '../../access/gateway.ts';
import { fileNameOf } from '../../files/paths.ts';
import { listingOrder } from '../../packages/list/packageOrder.ts';
import { visiblePage } from '../../packages/list/visible.ts';
import { hasTrigrams } from '../../packages/sql/glob.ts';
import type { View } from '../../packages/sql/readable.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { fileOrder } from '../files/fileOrder.ts';
import { visibleFiles } from '../files/visibleFiles.ts';

/** Maximum suggestions of each kind. */
const packagesSuggested = 6;
const repositoriesSuggested = 3;
const artifactsSuggested = 4;
const usersSuggested = 6;

/** Kinds of suggestions, which a caller can request one by one. */
export const kindsSuggested = ['packages', 'repositories', 'artifacts'] as const;
type Kind = (typeof kindsSuggested)[number];

/** Suggests local content that starts with or contains the text. Sends no upstream requests. */
export async function suggest(
  caller: Caller,
  view: View,
  typed: string,
  kinds: readonly Kind[],
): Promise<SearchSuggestions> {
  const text = typed.replace(/[*?"]/g, '');
  if (text === '') return { packages: [], repositories: [], artifacts: [] };
  const [packages, repositories, artifacts] = await Promise.all([
    kinds.includes('packages') ? suggestPackages(view, text) : [],
    kinds.includes('repositories') ? suggestRepositories(caller, text) : [],
    kinds.includes('artifacts') ? suggestArtifacts(view, text) : [],
  ]);
  return { packages, repositories, artifacts };
}

/** Suggests users whose name or email address contains the text. */
export async function suggestUsers(typed: string): Promise<UserSuggestions['users']> {
  const text = typed.trim();
  if (text === '') return [];
  return (await findUsers(text, usersSuggested)).map(({ name, email }) => ({ username: name, email }));
}

async function suggestPackages(view: View, text: string): Promise<SearchSuggestions['packages']> {
  const order = listingOrder('NAME', 'ASC');
  const find = async (name: string) =>
    (await visiblePage(view, { filter: { name }, order, first: packagesSuggested })).listed;
  const beginning = await find(`${text}*`);
  const inside = beginning.length < packagesSuggested && hasTrigrams(text) ? await find(`*${text}*`) : [];
  const found = new Map([...beginning, ...inside].map(({ node }) => [node.id, node]));
  return [...found.values()]
    .slice(0, packagesSuggested)
    .map(({ id, name, packageType, latestVersion }) => ({ id, name, packageType, latestVersion }));
}

async function suggestRepositories(caller: Caller, text: string): Promise<SearchSuggestions['repositories']> {
  const lower = text.toLowerCase();
  const found: SearchSuggestions['repositories'] = [];
  for (const { key, type, packageType } of await listRepositories()) {
    if (found.length === repositoriesSuggested) break;
    if (key.toLowerCase().includes(lower) && (await allows(caller, 'read', { repo: key })))
      found.push({ key, type, packageType });
  }
  return found;
}

async function suggestArtifacts(view: View, text: string): Promise<SearchSuggestions['artifacts']> {
  const request = {
    filter: { name: `${text}*` },
    order: fileOrder('NAME', 'ASC'),
    first: artifactsSuggested,
  };
  const { found } = await visibleFiles(view, request);
  return found.map(({ file: { repo, path } }) => ({ repo, path, name: fileNameOf(path) }));
}
