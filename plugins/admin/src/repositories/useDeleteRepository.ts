import { useShell, useText } from '@lading/ui';
import { useDelete } from '@lading/ui/edit';
import { type RepositoryClass, repositoriesPath } from '../paths.ts';
import { messages } from './messages.ts';
import { countPackages, deleteRepository } from './repositoriesApi.ts';

/** Asks, with what goes with it, and deletes. */
export function useDeleteRepository(
  type: RepositoryClass,
  key: string,
  onRemoved: () => void,
): () => Promise<void> {
  const { http } = useShell();
  const text = useText();
  return useDelete({
    name: key,
    back: repositoriesPath(type),
    consequence: async () => {
      if (type === 'virtual') return text(messages.deleteVirtual);
      return text(messages.deleteHolds, { count: await countPackages(http, key) });
    },
    remove: () => deleteRepository(http, key),
    onRemoved,
  });
}
