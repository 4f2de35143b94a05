import { expect } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { linesOf, type Recorded, recordEvents } from './recordEvents.ts';

type Body = string | Buffer | FormData | object;

/**
 * A platform that compares the events of requests. Its remote repositories can use its own local
 * repositories as upstreams.
 */
export class EventPlatform {
  readonly platform: TestPlatform;
  readonly recorded: Recorded;

  private constructor(platform: TestPlatform) {
    this.platform = platform;
    this.recorded = recordEvents(platform.storage);
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<EventPlatform> {
    const allowed = { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' };
    return new EventPlatform(await testPlatform({ listen: true, env: { ...allowed, ...env } }));
  }

  /** Sends a request as the administrator. Objects are sent as JSON, other payloads unchanged. */
  async send(
    method: string,
    path: string,
    body?: Body,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isJson = body?.constructor === Object;
    return fetch(`${this.platform.baseUrl}${path}`, {
      method,
      headers: {
        authorization: this.platform.adminAuth,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
    });
  }

  async repository(key: string, configuration: object): Promise<void> {
    const response = await this.send('PUT', `/artifactory/api/repositories/${key}`, configuration);
    expect([key, response.status, await response.text()]).toEqual([key, 201, expect.any(String)]);
  }

  /** Runs the action, expects no error, and compares the events of both kinds of subscribers. */
  async expectEvents(action: () => Promise<Response | unknown>, expected: readonly string[]): Promise<void> {
    this.recorded.inTransaction.length = 0;
    const response = await action();
    if (response instanceof Response)
      expect([response.status < 300, await response.text()]).toEqual([true, expect.any(String)]);
    const events = await this.recorded.take(expected.length);
    expect(linesOf(events)).toEqual([...expected].sort());
    expect(linesOf(this.recorded.inTransaction)).toEqual(linesOf(events));
  }
}
