import type { AuditChange, AuditEventName } from '@lading/contract/rest';
import type { Content, EventType, PlatformEvent } from '../../events/Event.ts';
import type { Platform } from '../../platform/Platform.ts';
import { audit } from './audit.ts';

const types = [
  'artifact.deleted',
  'artifact.moved',
  'docker.deleted',
  'docker.promoted',
  'build.deleted',
  'build.promoted',
  'release_bundle_v2_promotion.release_bundle_v2_promotion_completed',
] as const satisfies readonly EventType[];
type Audited = (typeof types)[number];

/** One object of a record. */
interface Line {
  readonly event: AuditEventName;
  /** `file` */
  readonly noun: string;
  /** `deleted from libs` */
  readonly what: string;
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Fields that a record lists. */
const maxChanges = 100;
/** Names in the text of a record. */
const maxNames = 5;

/**
 * Records each deletion, move, and promotion of content by a user in its transaction, whichever
 * protocol it comes from: one record for up to 100 objects that one transaction changes in one
 * repository. Cleanup runs and garbage collection have records of their own.
 */
export function installContentAudit({ events }: Pick<Platform, 'events'>): void {
  events.add<Audited>({ name: 'content-audit', types, inTransaction: recordAll });
}

async function recordAll(events: readonly PlatformEvent<Audited>[]): Promise<void> {
  const groups = new Map<string, { by: string; address: string; lines: Line[] }>();
  for (const event of events) {
    const { by, address = '' } = event;
    if (by === 'system') continue;
    const line = lineOf(event);
    const key = JSON.stringify([by, line.event, line.noun, line.what]);
    const group = groups.get(key) ?? { by, address, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  for (const { by, address, lines } of groups.values()) {
    for (let at = 0; at < lines.length; at += maxChanges) {
      const part = lines.slice(at, at + maxChanges);
      const [first] = part;
      if (!first) continue;
      const detail = detailOf(first, part, { at, of: lines.length });
      await audit(
        { address, client: '' },
        { event: first.event, user: by, detail, changes: part.map(changeOf) },
      );
    }
  }
}

/** Returns such as `250 files deleted from libs (101 to 200): org/a.txt, org/b.txt, …`. */
function detailOf(
  { noun, what }: Line,
  part: readonly Line[],
  { at, of }: { at: number; of: number },
): string {
  const names = part.slice(0, maxNames).map(({ name }) => name);
  const more = part.length > maxNames ? ', …' : '';
  const place = of > part.length ? ` (${at + 1} to ${at + part.length})` : '';
  return `${of} ${noun}${of === 1 ? '' : 's'} ${what}${place}: ${names.join(', ')}${more}`;
}

function changeOf({ name, before, after }: Line): AuditChange {
  return {
    field: name,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function lineOf(event: PlatformEvent<Audited>): Line {
  switch (event.type) {
    case 'artifact.deleted': {
      const { repo, path, before } = event.facts;
      return {
        event: 'content-deleted',
        noun: 'file',
        what: `deleted from ${repo}`,
        name: path,
        before: text(before),
      };
    }
    case 'artifact.moved': {
      const { repo, path, source } = event.facts;
      const noun = 'file';
      const what = `moved from ${source?.repo ?? ''} to ${repo}`;
      return { event: 'content-moved', noun, what, name: path, before: source?.path, after: path };
    }
    case 'docker.deleted': {
      const { repo, image, tag, before } = event.facts;
      const name = `${image}:${tag}`;
      return {
        event: 'content-deleted',
        noun: 'image',
        what: `deleted from ${repo}`,
        name,
        before: text(before),
      };
    }
    case 'docker.promoted': {
      const { repo, image, tag, source, after } = event.facts;
      const noun = 'image';
      const what = `promoted from ${source?.repo ?? ''} to ${repo}`;
      return { event: 'content-promoted', noun, what, name: `${image}:${tag}`, after: text(after) };
    }
    case 'build.deleted': {
      const { name, number, started } = event.facts;
      return {
        event: 'content-deleted',
        noun: 'build',
        what: 'deleted',
        name: `${name} ${number}`,
        before: started,
      };
    }
    case 'build.promoted': {
      const { name, number, status = '', repository } = event.facts;
      const noun = 'build';
      const what = repository === undefined ? 'promoted' : `promoted to ${repository}`;
      return { event: 'content-promoted', noun, what, name: `${name} ${number}`, after: status };
    }
    case 'release_bundle_v2_promotion.release_bundle_v2_promotion_completed': {
      const { name, version, environment, repositories } = event.facts;
      const noun = 'release bundle';
      const what = `promoted to ${environment}`;
      return {
        event: 'content-promoted',
        noun,
        what,
        name: `${name} ${version}`,
        after: repositories.join(', '),
      };
    }
  }
}

function text(content: Content | undefined): string | undefined {
  return content && `sha256:${content.sha256} (${content.size} bytes)`;
}
