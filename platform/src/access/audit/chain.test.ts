import type { AuditEvent, AuditPage, AuditVerification } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { audit } from './audit.ts';
import { auditHash } from './auditJobs.ts';
import { extendChain, trimChain } from './chain.ts';
import { verifyChain } from './verifyChain.ts';

const base = '/access/api/v1/audit';
const origin = { address: '192.0.2.1', client: 'test' };
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const inStorage = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const write = (detail: string, count = 1) =>
  inStorage(async () => {
    for (let at = 0; at < count; at++) await audit(origin, { event: 'user-changed', user: 'rosa', detail });
  });
const send = (method: 'GET' | 'POST', url: string) =>
  platform.app.inject({ method, url, headers: { authorization: platform.adminAuth } });
const verify = async () => (await send('POST', `${base}/verify`)).json<AuditVerification>();
const change = (statement: ReturnType<typeof sql>) => inStorage(() => db().execute(statement));

describe('the hash chain of the audit log [adm-02]', () => {
  it('contains every record once, also when several nodes extend it concurrently', async () => {
    await write('first', 30);
    const hash = auditHash(platform.app);
    const writing = write('meanwhile', 30);
    const counts = await Promise.all([1, 2, 3].map(() => inStorage(() => extendChain(hash))));
    await writing;
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(30);
    const found = await verify();
    expect(found).toMatchObject({ intact: true, first: 1, waiting: 0 });
    expect(found.records).toBe(found.last);
    const { rows } = await change(sql`select count(*)::int as count from audit_events`);
    expect(found.records).toBe((rows[0] as { count: number }).count);
  });

  it.each([
    [
      'a changed detail',
      sql`update audit_events set detail = 'other' where position = 7`,
      'at position 7 was changed',
    ],
    [
      'a changed time',
      sql`update audit_events set time = time + interval '1 ms' where position = 7`,
      'position 7 was changed',
    ],
    ['a deleted record', sql`delete from audit_events where position = 7`, 'Position 7 is missing'],
    [
      'two exchanged records',
      sql`update audit_events e set detail = o.detail, time = o.time from audit_events o where
      e.position in (7, 50) and o.position = 57 - e.position`,
      'position 7 was changed',
    ],
    [
      'a chain that was cut off',
      sql`delete from audit_events where position > 40`,
      'Records after position 40 were deleted',
    ],
    [
      'a recomputed hash without the key',
      sql`update audit_events set detail = 'other', hash = sha256('x') where position = 7`,
      'position 7 was changed',
    ],
  ])('reports %s and its position', async (_what, tampering, problem) => {
    await change(sql`create table if not exists kept as select * from audit_events`);
    const before = await verify();
    await change(sql`truncate kept`);
    await change(sql`insert into kept select * from audit_events`);
    await change(tampering);
    const found = await verify();
    expect(found.intact).toBe(false);
    expect(found.problem).toContain(problem);
    await change(sql`delete from audit_events`);
    await change(sql`insert into audit_events overriding system value select * from kept`);
    expect(await verify()).toMatchObject({ intact: true, head: before.head });
  });

  it('is verified in parts with the same result, also if a part begins at a changed record', async () => {
    const whole = await verify();
    const hash = auditHash(platform.app);
    const none = await inStorage(() => verifyChain(hash, { after: 5, atMost: 0 }));
    expect(none).toMatchObject({ intact: true, first: 6, records: 0, next: 5 });
    const query = `after=${whole.last - 3}&seconds=1`;
    const end = (await send('POST', `${base}/verify?${query}`)).json<AuditVerification>();
    expect(end).toMatchObject({ intact: true, first: whole.last - 2, records: 3, head: whole.head });
    expect(end.next).toBeUndefined();
    await change(sql`create table kept_hash as select hash from audit_events where position = 9`);
    await change(sql`update audit_events set hash = sha256('x') where position = 9`);
    expect(await inStorage(() => verifyChain(hash, { after: 9 }))).toMatchObject({
      intact: false,
      problem: expect.stringContaining('at position 10 was changed'),
    });
    await change(sql`update audit_events set hash = (select hash from kept_hash) where position = 9`);
    await change(sql`drop table kept_hash`);
    expect((await verify()).intact).toBe(true);
  });

  it('can still be verified after retention deleted old records', async () => {
    await change(sql`drop table kept`);
    const before = await verify();
    await change(sql`alter table audit_events disable trigger all`);
    // Makes records old, and rebuilds the chain with their new times.
    await change(sql`update audit_events set position = null, hash = null,
      time = case when id <= 20 then time - interval '500 days' else time end`);
    await change(sql`update audit_chain set position = 0, hash = ''`);
    expect((await verify()).intact).toBe(true);
    expect(await inStorage(() => trimChain(400, auditHash(platform.app)))).toBe(20);
    const log = (await send('GET', `${base}?event=audit-trimmed`)).json<AuditPage>().events;
    expect(log[0]?.detail).toBe('20 records older than 400 days deleted, up to position 20');
    const after = await verify();
    expect(after).toMatchObject({
      intact: true,
      first: 21,
      last: before.last + 1,
      records: before.last - 19,
    });
    expect(await inStorage(() => trimChain(400, auditHash(platform.app)))).toBe(0);
    // Records before a moved anchor are missed, although all hashes after it are right.
    await change(sql`create table anchored as select * from audit_chain`);
    await change(sql`update audit_chain set anchor_position = 25,
      anchor_hash = (select hash from audit_events where position = 25)`);
    expect((await verify()).problem).toBe(
      'The records up to position 25 were not deleted by the retention period',
    );
    await change(sql`update audit_chain set anchor_mac = null`);
    expect((await verify()).intact).toBe(false);
    await change(sql`update audit_chain c set anchor_position = a.anchor_position, anchor_hash = a.anchor_hash,
      anchor_mac = a.anchor_mac from anchored a`);
    await change(sql`drop table anchored`);
    expect((await verify()).intact).toBe(true);
    await change(sql`delete from audit_events where position = 21`);
    expect((await verify()).problem).toContain('Position 21 is missing');
  });
});

describe('the audit log', () => {
  it('is filtered by outcome, address, text, and acting user', async () => {
    await inStorage(() =>
      audit(origin, { event: 'locked', outcome: 'failure', user: 'pat', by: 'karl', detail: 'Other THINGS' }),
    );
    const of = async (query: string) => (await send('GET', `${base}?${query}`)).json<AuditPage>().events;
    for (const query of ['outcome=failure&address=192.0.2.1', 'text=other%20things', 'by=KARL']) {
      const events = await of(query);
      expect(
        events.map(({ user }: AuditEvent) => user),
        query,
      ).toContain('pat');
      expect(
        events.map(({ user }: AuditEvent) => user),
        query,
      ).not.toContain('rosa');
    }
  });

  it('is exported as CSV and JSON, as filtered, and the export is recorded', async () => {
    await inStorage(() => audit(origin, { event: 'locked', user: 'eve', detail: '=1+2, "quoted"' }));
    await write('many', 1100);
    const csv = await send('GET', `${base}/export?format=csv&user=eve`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
    const [head, line, end] = csv.body.split('\r\n');
    expect(head).toBe('id,time,event,outcome,user,by,address,client,detail,changes');
    expect(line).toMatch(/,locked,success,eve,,192\.0\.2\.1,test,"'=1\+2, ""quoted""",$/);
    expect(end).toBe('');
    const json = (await send('GET', `${base}/export?format=json`)).json<AuditEvent[]>();
    expect(json.length).toBeGreaterThan(1100);
    expect(new Set(json.map(({ id }) => id)).size).toBe(json.length);
    expect((await send('GET', `${base}/export?format=json&user=missing`)).json()).toEqual([]);
    expect(json[0]).toMatchObject({ event: 'audit-exported', detail: 'JSON' });
  });
});
