import { createHash } from 'node:crypto';
import type { BuildPromotionLine, BuildPromotionPlan } from '@lading/contract/rest';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { findFile } from '../../files/files.ts';
import { plainFilesOf } from '../../pipeline/Format.ts';
import { authorizeWrite } from '../../pipeline/writeTarget.ts';
import { requireKnown } from '../../repositories/concealment.ts';
import { findRepository, type Repository, requireRepository } from '../../repositories/repositories.ts';
import { dryTransfer } from '../../tree/transfer.ts';
import type { BuildRow } from '../builds.ts';
import { type Place, placesOf, type Wanted, wantedFiles } from './places.ts';
import type { Promotion } from './readPromotion.ts';

/** Maximum files of a promotion. */
const most = 1000;

/** A line of the plan with internal fields. */
export interface Planned extends BuildPromotionLine {
  sha256?: string;
}

export interface Planning {
  plan: BuildPromotionPlan;
  lines: Planned[];
  target: Repository | undefined;
}

/**
 * Plans the promotion of each file. Changes nothing. Throws `HttpError` 400 or 404 for an invalid
 * request.
 */
export async function planPromotion(
  caller: Caller,
  build: BuildRow,
  promotion: Promotion,
): Promise<Planning> {
  const { targetRepo, sourceRepo, properties } = promotion;
  for (const key of [targetRepo, sourceRepo]) if (key !== undefined) await requireKnown(caller, key);
  const target = targetRepo === undefined ? undefined : await requireRepository(targetRepo);
  const noted = Object.keys(properties).length > 0;
  const files = target || noted ? wantedFiles(build, promotion) : [];
  if (files.length > most) {
    throw new HttpError(
      400,
      'TOO_MANY',
      `The promotion exceeds ${most} files: this run has ${files.length}. Copy its folder in the repository browser instead.`,
    );
  }
  const places = await placesOf(caller, build, files, sourceRepo);
  const lines: Planned[] = [];
  const taken = new Set<string>();
  for (const file of files) {
    const line = await lineOf(caller, file, places.get(file.sha256) ?? places.get(file.sha1) ?? [], {
      ...{ promotion, target, noted, taken },
    });
    if (line) lines.push(line);
  }
  const included = lines.filter(({ refused, there }) => refused === undefined && !there);
  return {
    plan: {
      lines: lines.map(({ sha256: _sha256, ...line }) => line),
      files: target ? included.length : 0,
      bytes: target ? included.reduce((sum, { size }) => sum + size, 0) : 0,
      digest: digestOf(lines, promotion),
    },
    lines,
    target,
  };
}

interface Asked {
  promotion: Promotion;
  target: Repository | undefined;
  noted: boolean;
  /** Source and target locations of other files of the build. */
  taken: Set<string>;
}

async function lineOf(
  caller: Caller,
  file: Wanted,
  places: readonly Place[],
  { promotion, target, noted, taken }: Asked,
): Promise<Planned | undefined> {
  const { name } = file;
  const elsewhere = places.filter(({ repo }) => repo !== target?.key);
  const inTarget = places.find(({ repo }) => repo === target?.key);
  const stays = async (line: Planned): Promise<Planned> => {
    const { repo = '', path = '' } = { ...line.from, ...(target ? { repo: target.key } : {}) };
    return { ...line, there: true, ...(noted ? await refusal(() => mayNote(caller, repo, path)) : {}) };
  };
  const best = bestPlaces(file, elsewhere);
  const [place] = best;
  if (!place) {
    const { repo, path, size, sha256 } = inTarget ?? {};
    if (repo !== undefined && path !== undefined)
      return stays({ name, from: { repo, path }, size: size ?? 0, sha256: sha256 ?? '' });
    const where = promotion.sourceRepo ?? 'any repository you have read permission on';
    return { name, size: 0, refused: `No file with this content in ${where}` };
  }
  const { repo, path, size, sha256 } = place;
  const line: Planned = { name, from: { repo, path }, size, sha256 };
  if (taken.has(`${repo}/${path}`)) return undefined;
  taken.add(`${repo}/${path}`);
  if (!target) return { ...line, ...(await refusal(() => mayNote(caller, repo, path))) };
  if (taken.has(`> ${path}`))
    return { ...line, refused: 'Another file of this run has the same target path' };
  taken.add(`> ${path}`);
  if (promotion.move && best.length > 1) return { ...line, refused: severalPlaces(best) };
  const there = await findFile(target.key, path);
  if (!promotion.move && there?.sha256 === sha256) return stays(line);
  const refused = await refusal(async () => {
    const source = await requireRepository(repo);
    await dryTransfer({ caller, source, path, target, targetPath: path, move: promotion.move });
    plainFilesOf(target.packageType).check?.(path);
    if (noted) await authorizeWrite(caller, 'annotate', target, path);
  });
  const replaces = there !== undefined && there.sha256 !== sha256;
  return { ...line, ...(replaces ? { replaces } : {}), ...refused };
}

/**
 * Returns the best locations: by the build's properties, then by path, then by the file name in the
 * build-info.
 */
export function bestPlaces(file: Wanted, places: readonly Place[]): Place[] {
  const fits = ({ marked, path }: Place) =>
    Number(marked) * 4 +
    Number(file.path !== '' && (path === file.path || path.endsWith(`/${file.path}`))) * 2 +
    Number(path === file.name || path.endsWith(`/${file.name}`));
  const best = Math.max(...places.map(fits));
  return places.filter((place) => fits(place) === best);
}

/** Rejects ambiguous locations: identical content may belong to another build. */
function severalPlaces(places: readonly Place[]): string {
  const shown = places.slice(0, 3).map(({ repo, path }) => `${repo}/${path}`);
  return `The file has several locations, such as ${shown.join(' and ')}. Specify the source repository, or copy instead of moving.`;
}

async function mayNote(caller: Caller, repo: string, path: string): Promise<void> {
  const repository = await findRepository(repo);
  if (repository) await authorizeWrite(caller, 'annotate', repository, path);
}

async function refusal(work: () => Promise<void>): Promise<{ refused?: string }> {
  try {
    await work();
    return {};
  } catch (error) {
    if (error instanceof HttpError) return { refused: error.message };
    throw error;
  }
}

function digestOf(lines: readonly Planned[], { targetRepo, move, properties }: Promotion): string {
  const facts = lines.map(({ from, sha256, there, replaces, refused }) => [
    ...[from, sha256, there ?? false, replaces ?? false, refused !== undefined],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([targetRepo, move, properties, facts]))
    .digest('hex');
}
