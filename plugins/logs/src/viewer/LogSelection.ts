import type { LogConfig, LogService } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';

/** Selects all files of all products, merged by time. */
export const ALL_FILES = '*';

/** Selects all nodes, merged by time. */
export const ALL_NODES = '*';

export const DEFAULT_PRODUCT: LogService = 'jfrt';

/** Products that the viewer lists, by service key. Product names are not translated. */
export const PRODUCTS: readonly { readonly key: LogService; readonly name: string }[] = [
  { key: 'jfrt', name: 'Artifactory' },
  { key: 'jfmc', name: 'Mission Control' },
  { key: 'jfxr', name: 'Xray' },
  { key: 'jfds', name: 'Distribution' },
  { key: 'jfpip', name: 'Pipelines' },
  { key: 'jfisv', name: 'Insight' },
];

/** The selected product, node, and file, and the options for each. */
export class LogSelection {
  readonly products = PRODUCTS;
  product: LogService = DEFAULT_PRODUCT;
  nodes: readonly string[] = [];
  node = '';
  files: readonly string[] = [];
  file = '';
  /** False when the selected product is not installed. */
  installed = true;
  /** The selected service changed: its nodes, configuration, and logs are loaded next. */
  serviceChanged = false;

  constructor() {
    makeObservable(this, {
      product: observable,
      nodes: observableRef,
      node: observable,
      files: observableRef,
      file: observable,
      installed: observable,
      serviceChanged: observable,
      ha: computed,
      selectedNodes: computed,
      productName: computed,
      markServiceChanged: action,
      selectProduct: action,
      selectNode: action,
      selectFile: action,
      take: action,
      takeNodes: action,
      reset: action,
    });
  }

  /** High availability: the product runs on several nodes. */
  get ha(): boolean {
    return this.nodes.length > 1;
  }

  /** Selected nodes; one empty ID if the product has only one node. */
  get selectedNodes(): readonly string[] {
    if (this.node === ALL_NODES) return this.nodes;
    return [this.ha ? this.node : ''];
  }

  get productName(): string {
    return PRODUCTS.find(({ key }) => key === this.product)?.name ?? this.product;
  }

  markServiceChanged(): void {
    this.serviceChanged = true;
  }

  /** Has an effect only after `markServiceChanged`. */
  selectProduct(product: LogService): void {
    if (!this.serviceChanged) return;
    this.product = product;
    this.#empty();
  }

  selectNode(node: string): void {
    this.node = node;
  }

  selectFile(file: string): void {
    this.file = file;
  }

  /** Stores a product's configuration; the file stays selected if the product has it. */
  take({ installed, logs, nodes, node_id }: LogConfig): void {
    this.installed = installed;
    this.nodes = nodes;
    this.files = logs;
    const isEveryNode = this.node === ALL_NODES && nodes.length > 1;
    this.node = isEveryNode ? ALL_NODES : installed ? node_id : '';
    const isKnown = logs.includes(this.file) || (this.file === ALL_FILES && logs.length > 0);
    this.file = isKnown ? this.file : (logs[0] ?? '');
    this.serviceChanged = false;
  }

  /** Stores the nodes while the selected one is not reachable, to select another. */
  takeNodes(nodes: readonly string[]): void {
    this.nodes = nodes;
  }

  /** Clears everything and selects the default product. */
  reset(): void {
    this.product = DEFAULT_PRODUCT;
    this.serviceChanged = false;
    this.#empty();
  }

  #empty(): void {
    this.nodes = [];
    this.node = '';
    this.files = [];
    this.file = '';
    this.installed = true;
  }
}
