import type { Scheduler, SlotLifecycles } from '@lading/contract/host';

/** Updates slots in the order of single-spa: unwanted slots first. */
export class FakeScheduler implements Scheduler {
  readonly #apps: { active: () => boolean; slot: SlotLifecycles; wanted: boolean }[] = [];
  #started = false;

  register(_name: string, active: () => boolean, slot: SlotLifecycles): void {
    this.#apps.push({ active, slot, wanted: false });
  }

  start(): void {
    this.#started = true;
  }

  async trigger(): Promise<void> {
    if (!this.#started) return;
    const changed = this.#apps.filter((app) => app.active() !== app.wanted);
    for (const app of changed.filter(({ wanted }) => wanted)) {
      app.wanted = false;
      app.slot.unwanted();
    }
    for (const app of changed.filter((each) => !each.wanted && each.active())) {
      app.wanted = true;
      app.slot.wanted();
    }
  }
}
