import { connectForDump } from '../../database/dump/DumpClient.ts';
import { offlineAfterSeconds } from '../status/nodes.ts';

/** Whether a server of the installation is running, on any machine. */
export async function isServed(url: string): Promise<boolean> {
  const client = await connectForDump(url);
  try {
    const { rows } = await client.query<{ served: boolean }>(
      `SELECT EXISTS (SELECT FROM nodes WHERE NOT stopped AND heartbeat > now() - make_interval(secs => $1)) AS served`,
      [offlineAfterSeconds],
    );
    return rows[0]?.served ?? true;
  } finally {
    await client.end();
  }
}
