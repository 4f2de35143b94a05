import type { Scheduler, SlotLifecycles } from '@lading/contract/host';
import type * as singleSpa from 'single-spa';

/**
 * single-spa as the mount scheduler. What it sees of a slot resolves at once: a lifecycle that hangs would hold up every
 * later navigation, and so would an error handler that throws.
 */
export function singleSpaScheduler(spa: typeof singleSpa, log: (error: unknown) => void): Scheduler {
  spa.addErrorHandler((error) => {
    try {
      log(error);
    } catch {
      // Nothing may leave this handler; what could not be logged has no other place to go.
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
