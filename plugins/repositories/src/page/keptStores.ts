import type { Http, ShellApi } from '@lading/contract';
import { when } from 'mobx';
import { parentOf } from '../address/treeAddress.ts';
import { FavouritesStore } from '../favourites/FavouritesStore.ts';
import { TreeStore } from '../tree/TreeStore.ts';
import { TreeApi } from '../treeApi.ts';
import { messages } from '../upload/messages.ts';
import { sendFile } from '../upload/sendFile.ts';
import { type Upload, UploadStore } from '../upload/UploadStore.ts';

/** Files that come one after the other are told of together, after this many milliseconds. */
const TOGETHER_MS = 400;

export interface Stores {
  readonly api: TreeApi;
  readonly tree: TreeStore;
  readonly favourites: FavouritesStore;
  readonly uploads: UploadStore;
  readonly landed: Landed;
}

/** By what all mounts of the plug-in share: the shell itself is another object for each. */
const kept = new WeakMap<Http, Stores>();

/** Uploads go on, and the tree stays as it was, while another page is looked at; until another user is there, or nobody. */
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
  // Closing the tab ends them.
  const warn = (event: Event) => {
    if (uploads.busy) event.preventDefault();
  };
  globalThis.addEventListener?.('beforeunload', warn);
  const tree = new TreeStore(api, shell.storage, () => shell.project.current);
  const favourites = new FavouritesStore(api);
  const owner = user.current?.name;
  when(
    () => user.current?.name !== owner,
    () => {
      kept.delete(http);
      globalThis.removeEventListener?.('beforeunload', warn);
      uploads.clear(true);
      tree.dispose();
      favourites.list.dispose();
    },
  );
  const stores = { api, tree, favourites, uploads, landed };
  kept.set(http, stores);
  return stores;
}

/** Tells where files have come to, once for many. */
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
