import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { audit } from '../audit/audit.ts';
import { lockGroups } from '../groups/lockGroups.ts';
import { joinGroups } from '../invitation/joinGroups.ts';
import { findMailedKey, useMailedKey } from '../mail/mailedKeys.ts';
import type { Origin } from '../origin.ts';
import { forgetPasswords } from '../passwords/verifiedPasswords.ts';
import type { User } from '../User.ts';
import { createUser, findUser, keepAnAdministrator, lockUser, normalName } from '../users.ts';
import { SsoError } from './SsoError.ts';

/** A user that a provider authenticated. */
export interface ExternalIdentity {
  /** Realm as in `users.realm`: `oauth`, `saml`, … */
  realm: string;
  provider: string;
  /** Permanent identifier at the provider. */
  subject: string;
  userName: string;
  email: string;
  /** Undefined if the provider sends no groups. */
  groups?: string[];
}

export interface ExternalRules {
  /** Creates unknown users. */
  createUsers: boolean;
  /**
   * Allows an existing user with this name and another sign-in method to sign in with the provider.
   */
  linkExisting: boolean;
  /** Token of an invitation, whose user is created with this identity. */
  invitation?: string;
}

/** Empty, because the following sign-in is audited with its origin. */
const saidLater: Origin = { address: '', client: '' };

/** Returns the existing, linked, or created user. Throws `SsoError`. */
export async function externalUser(
  identity: ExternalIdentity,
  rules: ExternalRules,
  origin = saidLater,
): Promise<User> {
  const user = (await knownUser(identity)) ?? (await newUser(identity, rules, origin));
  if (!user.enabled || user.disableUiAccess) {
    throw new SsoError('SSO_DISABLED', `User ${user.name} has no access to the console`);
  }
  if (identity.groups) await synchronizeGroups(user.name, identity, identity.groups.slice(0, 1000), origin);
  return (await findUser(user.name)) ?? user;
}

/** Returns the user who signed in with this identity before. */
export async function knownUser({
  realm,
  provider,
  subject,
}: Pick<ExternalIdentity, 'realm' | 'provider' | 'subject'>): Promise<User | undefined> {
  const { rows } = await db().execute<{ name: string }>(sql`
    select user_name as name from external_identities
    where realm = ${realm} and provider = ${provider} and subject = ${subject}`);
  return rows[0] ? findUser(rows[0].name) : undefined;
}

async function newUser(identity: ExternalIdentity, rules: ExternalRules, origin: Origin): Promise<User> {
  const { realm, userName, email } = identity;
  const invited = rules.invitation ? await findMailedKey('invitation', rules.invitation) : undefined;
  if (rules.invitation && !invited) throw new SsoError('SSO_NO_USER', 'The invitation is invalid or expired');
  const name = invited?.userName ?? normalName(userName);
  const same = await findUser(name);
  // An invitation creates a user. It must not give access to an existing one.
  if (same && (invited || !rules.linkExisting)) {
    throw new SsoError(
      'SSO_OTHER_REALM',
      `User ${name} signs in with ${same.realm} and has no permission to sign in with ${realm}`,
    );
  }
  if (!same && !invited && !rules.createUsers) {
    throw new SsoError(
      'SSO_NO_USER',
      `User ${name} does not exist, and user creation is off for this provider`,
    );
  }
  try {
    return await transaction(async () => {
      if (invited && rules.invitation && !(await useMailedKey('invitation', rules.invitation))) {
        throw new SsoError('SSO_NO_USER', 'The invitation was already used');
      }
      const user =
        same ?? (await createUser(name, { password: null, email: invited?.email ?? email, realm }));
      if (invited) await joinGroups(user.name, invited.data.groups);
      await db().execute(sql`
        insert into external_identities (realm, provider, subject, user_name)
        values (${realm}, ${identity.provider}, ${identity.subject}, ${user.name})`);
      await audit(origin, {
        event: same ? 'user-changed' : 'user-made',
        user: user.name,
        detail: `Linked to ${sourceOf(identity)}`,
      });
      return user;
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new SsoError('SSO_INVALID', `Failed to create a user from the provider response: ${error.message}`);
  }
}

const sourceOf = ({ realm, provider }: ExternalIdentity) => `${realm}:${provider}`;

/**
 * Updates memberships in existing groups: removes those that the provider no longer sends, and
 * keeps those assigned on this platform. Memberships of the last administrator do not change.
 */
async function synchronizeGroups(
  userName: string,
  identity: ExternalIdentity,
  groups: string[],
  origin: Origin,
): Promise<void> {
  const source = sourceOf(identity);
  const event = { event: 'group-changed', user: userName } as const;
  // Most sign-ins change nothing, and then users with the same groups do not wait for each other.
  if (!(await differ(userName, source, groups))) return;
  try {
    await transaction(async () => {
      await lockUser(userName);
      await lockGroups(groups, userName);
      const changed = await replaceMemberships(userName, source, groups);
      if (changed.length === 0) return;
      await keepAnAdministrator();
      await audit(origin, { ...event, detail: `Groups from ${source}: ${changed.join(' ')}` });
      forgetPasswords();
    });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const detail = `Groups from ${source} not changed: ${error.message}`;
    await audit(origin, { ...event, outcome: 'failure', detail });
  }
}

/** The memberships of `source` that end, and existing groups without the user. */
const endedMemberships = (userName: string, source: string, list: string) => sql`
  user_name = ${userName} and source = ${source}
    and group_name not in (select value from jsonb_array_elements_text(${list}::jsonb))`;
const newMemberships = (userName: string, list: string) => sql`
  name in (select value from jsonb_array_elements_text(${list}::jsonb))
    and not exists (select from group_members m where m.group_name = groups.name and m.user_name = ${userName})`;

async function differ(userName: string, source: string, groups: readonly string[]): Promise<boolean> {
  const list = JSON.stringify(groups);
  const { rows } = await db().execute<{ differ: boolean }>(sql`
    select exists (select from group_members where ${endedMemberships(userName, source, list)})
      or exists (select from groups where ${newMemberships(userName, list)}) as differ`);
  return rows[0]?.differ ?? true;
}

/** Returns the changed groups: `+crew`, `-crew`. */
async function replaceMemberships(
  userName: string,
  source: string,
  groups: readonly string[],
): Promise<string[]> {
  const list = JSON.stringify(groups);
  const left = await db().execute<{ name: string }>(sql`
    delete from group_members where ${endedMemberships(userName, source, list)} returning group_name as name`);
  const joined = await db().execute<{ name: string }>(sql`
    insert into group_members (group_name, user_name, source)
    select name, ${userName}, ${source} from groups where ${newMemberships(userName, list)}
    on conflict do nothing
    returning group_name as name`);
  return [...joined.rows.map(({ name }) => `+${name}`), ...left.rows.map(({ name }) => `-${name}`)];
}
