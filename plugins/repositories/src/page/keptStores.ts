import type { Http, ShellApi } from '@lading/contract';
import { when } from 'mobx';
import { parentOf } from '../address/treeAddress.ts';
import { FavoritesStore } from '../favorites/FavoritesStore.ts';
import { TreeStore } from '../tree/TreeStore.ts';
import { TreeApi } from '../treeApi.ts';
import { messages } from '../upload/messages.ts';
import { sendFile } from '../upload/sendFile.ts';
import { type Upload, UploadStore } from '../upload/UploadStore.ts';

/** Uploads that finish within this many milliseconds are reported together. */
const TOGETHER_MS = 400;

export interface Stores {
  readonly api: TreeApi;
  readonly tree: TreeStore;
  readonly favorites: FavoritesStore;
  readonly uploads: UploadStore;
  readonly landed: Landed;
}

/**
 * Keyed by the `Http` instance, which all mounts of the plugin share; each mount gets its own
 * `ShellApi` object.
 */
const kept = new WeakMap<Http, Stores>();

/**
 * Returns the stores of the signed-in user. They outlive the page, so that uploads continue and the
 * tree keeps its state until the user changes or signs out.
 */
export function storesOf(shell: ShellApi): Stores {
  const { http, user } = shell;
  const known = kept.get(http);
  if (known) return known;
  const api = new TreeApi(http);
  const landed = new Landed();
  const uploads: UploadStore = new UploadStore(api, sendFile, (upload) => {
    landed.add(upload);
    if (uploads.busy || uploads.failed.length > 0 || uploads.existing.length > 0) return;
    shell.notifications.success(shell.language.text(messages.uploaded, { count: uploads.done }));
  });
  // Closing the tab would abort the uploads.
  const warn = (event: Event) => {
    if (uploads.busy) event.preventDefault();
  };
  globalThis.addEventListener?.('beforeunload', warn);
  const tree = new TreeStore(api, shell.storage, () => shell.project.current);
  const favorites = new FavoritesStore(api);
  const owner = user.current?.name;
  when(
    () => user.current?.name !== owner,
    () => {
      kept.delete(http);
      globalThis.removeEventListener?.('beforeunload', warn);
      uploads.clear(true);
      tree.dispose();
      favorites.list.dispose();
    },
  );
  const stores = { api, tree, favorites, uploads, landed };
  kept.set(http, stores);
  return stores;
}

/** Reports the folders of finished uploads, in batches. */
class Landed {
  readonly #listeners = new Set<(repoKey: string, folder: string) => void>();
  readonly #waiting = new Map<string, readonly [repoKey: string, folder: string]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  listen(listener: (repoKey: string, folder: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add({ repoKey, path }: Upload): void {
    const folder = parentOf(path);
    this.#waiting.set(`${repoKey}/${folder}`, [repoKey, folder]);
    this.#timer ??= setTimeout(() => this.#tell(), TOGETHER_MS);
  }

  #tell(): void {
    this.#timer = undefined;
    const places = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const listener of this.#listeners) for (const place of places) listener(...place);
  }
}
