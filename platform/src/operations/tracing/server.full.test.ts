import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { compileServer, freePort, ServerProcess, temporaryHome } from '../../testing/serverProcess.ts';

beforeAll(() => compileServer());

it('a started server sends traces with statements, and the last ones when it stops', async () => {
  let received = '';
  const collector = createServer(async (request, response) => {
    received += (await buffer(request)).toString('latin1');
    response.setHeader('content-type', 'application/x-protobuf').end();
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { home, remove } = await temporaryHome();
  const server = new ServerProcess(home, await freePort(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    LADING_ADMIN_PASSWORD: 'a-password-of-tests-alone',
    LADING_LOG_LEVEL: 'error',
  });
  try {
    expect([await server.answers(), server.errors]).toEqual([true, '']);
    const authorization = `Basic ${Buffer.from('admin:a-password-of-tests-alone').toString('base64')}`;
    const answer = await fetch(`${server.url}/access/api/v2/users/admin`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(await server.stop()).toBe(0);
    for (const name of ['GET /access/api/v2/users/:name', 'SELECT']) expect(received).toContain(name);
  } finally {
    server.kill();
    await server.ended;
    collector.close();
    await remove();
  }
});
