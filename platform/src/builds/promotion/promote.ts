import type { BuildPromoted } from '@lading/contract/rest';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../access/Caller.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { announce, announcing } from '../../events/announce.ts';
import { findFile } from '../../files/files.ts';
import { setProperties } from '../../files/properties.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { transferSubtree } from '../../tree/transfer.ts';
import type { BuildRow } from '../builds.ts';
import type { Planned, Planning } from './plan.ts';
import { keepPromotion } from './promotions.ts';
import type { Promotion } from './readPromotion.ts';

type Messages = BuildPromoted['messages'];

/** Describes the promotion, completed or as a dry run. */
export function describePromotion({ plan, target }: Planning, { move, status, dryRun }: Promotion): Messages {
  const did = move ? 'moved' : 'copied';
  const counted = `${plan.files} ${plan.files === 1 ? 'file' : 'files'}`;
  return [
    ...(target
      ? [
          info(
            `${counted} ${dryRun ? 'would be' : plan.files === 1 ? 'was' : 'were'} ${did} to ${target.key}`,
          ),
        ]
      : []),
    ...(status === '' ? [] : [info(`The status ${dryRun ? 'would be' : 'is'} ${status}`)]),
    ...plan.lines.flatMap(({ name, refused }) =>
      refused === undefined ? [] : [{ level: 'ERROR' as const, message: `${name}: ${refused}` }],
    ),
  ];
}

function info(message: string): Messages[number] {
  return { level: 'INFO', message };
}

/** Throws `HttpError` 409 with the first file that cannot be promoted, if any. */
export function requireWhole({ plan }: Planning): void {
  const refused = plan.lines.filter((line) => line.refused !== undefined);
  const [first] = refused;
  if (!first) return;
  throw new HttpError(
    409,
    'NOT_PROMOTABLE',
    `Nothing was promoted: ${refused.length} of ${plan.lines.length} files cannot be promoted. First: ${first.name}: ${first.refused}`,
  );
}

/**
 * Executes the plan file by file. Each file is always complete at its old or new location;
 * repeating the request continues. Stores the status once the files are promoted. Returns the files
 * that failed.
 */
export async function promote(
  caller: Caller,
  build: BuildRow,
  planning: Planning,
  promotion: Promotion,
  log: FastifyBaseLogger,
): Promise<{ files: number; failed: { name: string; message: string }[] }> {
  const { target } = planning;
  const failed: { name: string; message: string }[] = [];
  let files = 0;
  for (const line of planning.lines) {
    if (line.refused !== undefined || !line.from) continue;
    try {
      if (await promoteFile(caller, line, planning, promotion)) files += 1;
    } catch (error) {
      log.warn(
        { err: error, build: build.name, number: build.number, file: line.name },
        'failed to promote a file',
      );
      const message =
        error instanceof HttpError ? error.message : 'Failed to promote the file. See the server log.';
      failed.push({ name: line.name, message });
      if (promotion.failFast)
        throw new HttpError(
          409,
          'PARTLY_PROMOTED',
          `${files} files were promoted before ${line.name} failed: ${message}`,
        );
    }
  }
  await finishPromotion(build, promotion, {
    ...{ user: caller.userName, files },
    ...(target ? { repository: target.key } : {}),
  });
  return { files, failed };
}

async function finishPromotion(
  build: BuildRow,
  promotion: Promotion,
  done: { user: string; files: number; repository?: string },
): Promise<void> {
  const { status, comment, ciUser, move, at } = promotion;
  const { repository } = done;
  await announcing('build.promoted', async () => {
    await keepPromotion(build.id, {
      ...{ status, comment, ciUser, ...done },
      ...(repository === undefined ? {} : { copied: !move }),
      ...(at ? { timestamp: at.toISOString() } : {}),
    });
    announce('build.promoted', () => ({
      ...{ name: build.name, number: build.number, started: build.started.toISOString(), status },
      ...(repository === undefined ? {} : { repository }),
    }));
  });
}

/** Returns whether the file was promoted to another location. */
async function promoteFile(
  caller: Caller,
  { from, there }: Planned,
  { target }: Planning,
  { move, properties }: Promotion,
): Promise<boolean> {
  if (!from) return false;
  const goes = target !== undefined && !there;
  if (goes) {
    const source = await requireRepository(from.repo);
    await transferSubtree({ caller, source, path: from.path, target, targetPath: from.path, move });
  }
  if (Object.keys(properties).length > 0) {
    const file = await findFile(target?.key ?? from.repo, from.path);
    if (file) await setProperties(file, properties);
  }
  return goes;
}
