import type { Scheduler, SlotLifecycles } from '@lading/contract/host';
import type * as singleSpa from 'single-spa';

/**
 * Mount scheduler based on single-spa. Its lifecycles resolve immediately: a lifecycle that hangs,
 * or an error handler that throws, would block all later navigation.
 */
export function singleSpaScheduler(spa: typeof singleSpa, log: (error: unknown) => void): Scheduler {
  spa.addErrorHandler((error) => {
    try {
      log(error);
    } catch {
      // The handler must not throw, and a failure to log has no other place to be reported.
    }
  });
  return {
    register(name: string, active: () => boolean, slot: SlotLifecycles) {
      spa.registerApplication({
        name,
        activeWhen: active,
        app: {
          bootstrap: async () => {},
          mount: async () => slot.wanted(),
          unmount: async () => slot.unwanted(),
        },
      });
    },
    start: () => spa.start({ urlRerouteOnly: true }),
    trigger: async () => {
      await spa.triggerAppChange();
    },
  };
}
