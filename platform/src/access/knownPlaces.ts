import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { db } from '../database/db.ts';
import { type Origin, originOf } from './origin.ts';
import { networkOf } from './rateLimits.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { readStepCookie, writeStepCookie } from './sessionCookie.ts';

/** How long a network or device is remembered after its last use, in seconds. */
export const knownPlaceSeconds = 180 * 86_400;

/**
 * Returns the place for rate limits: a device with which the user signed in before, otherwise the
 * IP address. So a known device is not affected by others in its network.
 */
export async function placeOf(request: FastifyRequest, userName: string): Promise<string> {
  const secret = readStepCookie(request, 'device');
  if (secret === undefined) return request.ip;
  const device = deviceOf(secret);
  return (await isKnownPlace(userName, device)) ? device : request.ip;
}

/** Returns the origin of a request, for the audit log and for rate limits. */
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
      and last > now() - make_interval(secs => ${knownPlaceSeconds})`);
  return (found.rowCount ?? 0) > 0;
}

/** Returns the secret that identifies this browser, and its place after a completed sign-in. */
export function deviceOfBrowser(request: FastifyRequest): { secret: string; place: string } {
  const secret = readStepCookie(request, 'device') ?? newSecret();
  return { secret, place: deviceOf(secret) };
}

export function writeDevice(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  writeStepCookie(request, reply, 'device', secret, knownPlaceSeconds);
}

function deviceOf(secret: string): string {
  return `device ${hashSecret(secret).toString('base64url')}`;
}

/** Returns the stored form of a place. An IP address is stored as its network. */
export function placeName(place: string): string {
  return isDevice(place) ? place : networkOf(place);
}

/** Deletes old places. */
export async function dropOldPlaces(): Promise<void> {
  await db().execute(
    sql`delete from known_places where last < now() - make_interval(secs => ${knownPlaceSeconds})`,
  );
}
