import { Outcomes } from '../../outgoing/Outcomes.ts';
import type { OutgoingClient } from '../../outgoing/OutgoingClient.ts';
import { sendEvent } from '../send.ts';
import type { Done, Task } from './messages.ts';

/** Sends an event. Returns the outcome that the client of the server would have noted. */
export async function runTask(client: OutgoingClient, task: Task, signal: AbortSignal): Promise<Done> {
  const { id, receiver, secrets, event, through } = task;
  const outcomes = new Outcomes();
  const noting: Pick<OutgoingClient, 'request'> = {
    request: (address, options) =>
      outcomes.during('', options?.signal, () => client.request(address, options)),
  };
  try {
    const attempt = await sendEvent({ client: noting, through }, receiver, secrets, event, signal);
    return { id, attempt, outcome: outcomes.of('') };
  } catch (error) {
    return { id, error };
  }
}
