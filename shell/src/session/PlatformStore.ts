import {
  type Entitlement,
  type FeatureService,
  LICENSE_RANK,
  type LicenseService,
  type LicenseType,
  type PlatformServices,
  type ScanningPermission,
  type ServiceName,
} from '@lading/contract';
import type { FeaturesConfiguration, Footer } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import type { RepositoryClass } from '../menu/rules.ts';
import { subscriptionUrl } from '../menu/subscription.ts';
import type { Registry } from '../registry/Registry.ts';
import type { CallName, StartupAnswers } from '../startup/startupCalls.ts';

/** Platform data: name and logo, license, services, and features. */
export class PlatformStore
  implements LicenseService, FeatureService, Pick<PlatformServices, 'available' | 'version'>
{
  footer: Footer | undefined = undefined;
  /** Features reported by the platform. Others have the value that their plugin declares. */
  features: ReadonlyMap<string, boolean> = new Map();
  /** Responses to the requests made after the first screen. */
  readonly answers = observable.map<CallName, unknown>([], { deep: false });
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
    makeObservable(this, {
      footer: observableRef,
      features: observableRef,
      type: computed,
      serverName: computed,
      present: computed,
      take: action,
      takeFeatures: action,
      takeAnswer: action,
    });
  }

  take(footer: Footer): void {
    this.footer = footer;
  }

  /** Stores the features. Skips malformed entries. */
  takeFeatures({ features }: { readonly features: unknown }): void {
    if (!Array.isArray(features)) throw new Error('The response contains no feature list');
    const known = (features as Partial<FeaturesConfiguration['features'][number]>[]).flatMap((each) =>
      typeof each?.name === 'string' ? [{ name: each.name, supported: each.supported }] : [],
    );
    this.features = new Map(known.map(({ name, supported }) => [name, supported === true]));
  }

  takeAnswer(name: CallName, answer: unknown): void {
    if (answer === undefined) this.answers.delete(name);
    else this.answers.set(name, answer);
  }

  answerOf<N extends CallName>(name: N): StartupAnswers[N] | undefined {
    return this.answers.get(name) as StartupAnswers[N] | undefined;
  }

  get serverName(): string {
    return this.footer?.serverName ?? '';
  }

  get type(): LicenseType | undefined {
    return this.footer?.licenseInfo?.type;
  }

  /** The platform reports that it has no license. False until the platform has answered. */
  get missing(): boolean {
    return this.footer !== undefined && this.type === undefined;
  }

  get rank(): number {
    return this.type === undefined ? 0 : LICENSE_RANK[this.type];
  }

  get cloud(): boolean {
    return this.answerOf('cloud')?.cloud === true;
  }

  get subscriptionUrl(): string | undefined {
    return subscriptionUrl(this.answerOf('infoWidget'), this.answerOf('cloud'));
  }

  supported(feature: string): boolean {
    const said = this.features.get(feature);
    if (said !== undefined) return said;
    return this.#registry.list('features').some(({ value }) => value.name === feature && value.supported);
  }

  /**
   * Returns whether the platform reports a service. Until then, only the built-in services are
   * available.
   */
  available(service: ServiceName): boolean {
    return this.present.has(service);
  }

  version(service: ServiceName): string | undefined {
    return this.present.get(service);
  }

  /**
   * Returns whether the license includes an entitlement, or `undefined` before the response.
   * Entitlements missing from the response are granted.
   */
  entitled(name: Entitlement): boolean | undefined {
    const answer = this.answerOf('entitlements');
    return answer && answer.entitlements.find((each) => each.name === name)?.entitled !== false;
  }

  /**
   * Returns whether the user has the permission, or `undefined` before the response. Permissions
   * missing from the response are granted.
   */
  permits(name: ScanningPermission): boolean | undefined {
    const answer = this.answerOf('securityPermissions');
    return answer && answer[name] !== false;
  }

  /**
   * Returns whether some package type has repositories of the class. True if the response is
   * missing or incomplete.
   */
  creatable(repositoryClass: RepositoryClass): boolean {
    const types = this.answerOf('availablePackages')?.packageTypes;
    return types?.some(({ classes }) => classes?.includes(repositoryClass) ?? true) ?? true;
  }

  /** Available services with their versions. */
  get present(): ReadonlyMap<ServiceName, string | undefined> {
    const services = this.answerOf('microservices')?.services;
    if (!Array.isArray(services)) return BUILT_IN;
    return new Map(services.filter(({ available }) => available).map(({ name, version }) => [name, version]));
  }
}

/** Services that every platform has. */
const BUILT_IN: ReadonlyMap<ServiceName, undefined> = new Map(
  (['artifactory', 'access', 'metadata', 'mc'] as const).map((name) => [name, undefined]),
);
