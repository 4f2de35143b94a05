import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../storage/db.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { readStepCookie, writeStepCookie } from './sessionCookie.ts';
import { networkOf } from './useLimits.ts';

/** In seconds: a place where nobody was for so long is like any other. */
const rememberedFor = 180 * 86_400;

/** As limits count it: a browser that the user signed in with before stands for itself, whoever shares its network. */
export async function placeOf(request: FastifyRequest, userName: string): Promise<string> {
  const secret = readStepCookie(request, 'device');
  if (secret === undefined) return request.ip;
  const device = deviceOf(secret);
  return (await isKnownPlace(userName, device)) ? device : request.ip;
}

export function isDevice(place: string): boolean {
  return place.startsWith('device ');
}

export async function isKnownPlace(userName: string, place: string): Promise<boolean> {
  const found = await db().execute(sql`
    select 1 from known_places where user_name = ${userName} and place = ${nameOf(place)}
      and last > now() - make_interval(secs => ${rememberedFor})`);
  return (found.rowCount ?? 0) > 0;
}

/** After a right password. */
export async function rememberPlace(userName: string, place: string): Promise<void> {
  await db().execute(sql`
    insert into known_places as k (user_name, place) select name, ${nameOf(place)} from users where name = ${userName}
    on conflict (user_name, place) do update set last = now() where k.last < now() - interval '1 hour'`);
}

/** After a sign-in: the browser keeps what shows it. */
export async function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
): Promise<void> {
  const secret = readStepCookie(request, 'device') ?? newSecret();
  await rememberPlace(userName, deviceOf(secret));
  writeStepCookie(request, reply, 'device', secret, rememberedFor);
}

function deviceOf(secret: string): string {
  return `device ${hashSecret(secret).toString('base64url')}`;
}

function nameOf(place: string): string {
  return isDevice(place) ? place : networkOf(place);
}

/** For housekeeping. */
export async function dropOldPlaces(): Promise<void> {
  await db().execute(
    sql`delete from known_places where last < now() - make_interval(secs => ${rememberedFor})`,
  );
}
