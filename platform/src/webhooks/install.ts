import type { FastifyInstance } from 'fastify';
import { mailAdministrators } from '../access/mail/administrators.ts';
import { inBackground, withStorage } from '../database/db.ts';
import { DueWork } from '../jobs/DueWork.ts';
import { reportProxyUses } from '../outgoing/proxies/proxyUses.ts';
import { Announcements } from './Announcements.ts';
import { Deliverer } from './Deliverer.ts';
import { cleanDeliveries, untilNextAttempt, waitingDeliveries } from './deliveries.ts';
import { proxiesOfWebhooks } from './subscriptions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: {
      /** Call after a change of a webhook, once it is durable. */
      changed(): Promise<void>;
      /** Call when there are events to deliver. */
      wake(): void;
    };
  }
}

const deliver = 'deliver-webhooks';
/** Seconds until changes made by other nodes are seen. */
const seenByOthersAfter = 10;

/** Records events for webhooks and delivers them. */
export function installWebhooks(app: FastifyInstance): void {
  reportProxyUses(app.platform, proxiesOfWebhooks);
  const { databaseUrl, userWebhooks } = app.settings;
  const { publicUrl } = app.platform;
  const { seal, log } = app;
  const notify = (subject: string, text: string) =>
    mailAdministrators(
      { subject, text: `${text}${publicUrl.link('/ui/admin/configuration/webhooks')}` },
      { seal, log },
    );
  const deliverer = new Deliverer({ seal, publicUrl, log, userWebhooks, notify });
  const wake = () => {
    deliverer.poke();
    app.jobs.wake(deliver);
  };
  const announcements = new Announcements(app.platform, wake);
  app.decorate('webhooks', {
    wake,
    changed: async () => {
      await announcements.refresh();
      wake();
    },
  });
  const due = new DueWork({ wake, untilNext: untilNextAttempt });
  app.metrics.queues.add('webhooks', waitingDeliveries);
  app.jobs.define({
    name: deliver,
    description: 'Sends events to the URLs of webhooks',
    cluster: 'one',
    every: 60,
    first: 1,
    settle: 20,
    pending: async () => announcements.isActive && (await due.isDue()),
    run: async (signal) => {
      await inBackground(() => deliverer.run(signal));
      if (!signal.aborted) await due.wakeWhenDue();
    },
  });
  app.jobs.define({
    name: 'delete-webhook-deliveries',
    description: 'Deletes old deliveries of webhooks',
    deletes: true,
    cluster: 'one',
    every: 3600,
    sequential: true,
    run: cleanDeliveries,
  });
  // The embedded database supports only one node.
  if (databaseUrl !== undefined)
    app.jobs.define({
      name: 'read-webhooks',
      description: 'Reads webhooks that another node has changed',
      cluster: 'each',
      every: seenByOthersAfter,
      pending: () => announcements.isStale(),
      run: () => announcements.refresh(),
    });
  app.addHook('onReady', () => withStorage(app.platform.storage, () => announcements.refresh()));
  app.addHook('onClose', async () => {
    due.stop();
    announcements.stop();
  });
}
