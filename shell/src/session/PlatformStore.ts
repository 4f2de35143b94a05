import {
  type FeatureService,
  LICENSE_RANK,
  type LicenceService,
  type LicenseType,
  type PlatformServices,
  type ServiceName,
} from '@lading/contract';
import type { Footer } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import type { Registry } from '../registry/Registry.ts';

/** What is known of the platform: its name and logo, licence, services and features. */
export class PlatformStore implements LicenceService, FeatureService, PlatformServices {
  footer: Footer | undefined = undefined;
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
    makeObservable(this, { footer: observableRef, type: computed, serverName: computed, take: action });
  }

  take(footer: Footer): void {
    this.footer = footer;
  }

  get serverName(): string {
    return this.footer?.serverName ?? '';
  }

  get type(): LicenseType | undefined {
    return this.footer?.licenseInfo?.type;
  }

  get rank(): number {
    return this.type === undefined ? 0 : LICENSE_RANK[this.type];
  }

  supported(feature: string): boolean {
    return this.#registry.list('features').some(({ value }) => value.name === feature && value.supported);
  }

  /** The services that are built into the platform; the others are not there. */
  available(service: ServiceName): boolean {
    return BUILT_IN.has(service);
  }
}

const BUILT_IN: ReadonlySet<ServiceName> = new Set(['artifactory', 'access', 'metadata']);
