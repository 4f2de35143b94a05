import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../database/db.ts';
import { type Origin, originOf } from './origin.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { readStepCookie, writeStepCookie } from './sessionCookie.ts';
import { networkOf } from './useLimits.ts';

/** In seconds: a place where nobody was for so long is like any other. */
export const rememberedFor = 180 * 86_400;

/** As limits count it: a browser that the user signed in with before stands for itself, whoever shares its network. */
export async function placeOf(request: FastifyRequest, userName: string): Promise<string> {
  const secret = readStepCookie(request, 'device');
  if (secret === undefined) return request.ip;
  const device = deviceOf(secret);
  return (await isKnownPlace(userName, device)) ? device : request.ip;
}

/** Where a request comes from, for the audit and for limits. */
export async function placedOrigin(
  request: FastifyRequest,
  userName: string,
): Promise<Origin & { place: string }> {
  return { ...originOf(request), place: await placeOf(request, userName) };
}

export function isDevice(place: string): boolean {
  return place.startsWith('device ');
}

async function isKnownPlace(userName: string, place: string): Promise<boolean> {
  const found = await db().execute(sql`
    select 1 from known_places where user_name = ${userName} and place = ${placeName(place)}
      and last > now() - make_interval(secs => ${rememberedFor})`);
  return (found.rowCount ?? 0) > 0;
}

/** What shows this browser from now on, and the place that it stands for once a sign-in has been finished there. */
export function deviceOfBrowser(request: FastifyRequest): { secret: string; place: string } {
  const secret = readStepCookie(request, 'device') ?? newSecret();
  return { secret, place: deviceOf(secret) };
}

export function writeDevice(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  writeStepCookie(request, reply, 'device', secret, rememberedFor);
}

function deviceOf(secret: string): string {
  return `device ${hashSecret(secret).toString('base64url')}`;
}

/** As it is kept: a network stands for its addresses. */
export function placeName(place: string): string {
  return isDevice(place) ? place : networkOf(place);
}

/** For housekeeping. */
export async function dropOldPlaces(): Promise<void> {
  await db().execute(
    sql`delete from known_places where last < now() - make_interval(secs => ${rememberedFor})`,
  );
}
