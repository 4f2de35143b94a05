import type { FastifyInstance } from 'fastify';
import { reasonOf } from '../../../errors/reasonOf.ts';
import { OtherNodes } from '../../nodes/OtherNodes.ts';
import { nodeIds } from '../../status/nodes.ts';
import { type BundleContext, type BundleFile, filesOf } from '../BundlePart.ts';
import { type NodeReport, RemoteFiles } from './RemoteFiles.ts';

/**
 * Returns the files of a bundle. If nodes are selected, each has its files in `nodes/ID/`; a node
 * that does not respond has none. The report of a node that stops responding changes later.
 */
export async function collectFiles(
  app: FastifyInstance,
  context: BundleContext,
): Promise<{ files: BundleFile[]; nodes: NodeReport[] }> {
  const { bundleParts, platform } = app;
  const own = platform.node;
  const { nodes: wanted } = context.parameters;
  if (wanted === undefined) return { files: await filesOf(bundleParts, context), nodes: [{ id: own }] };
  const shared = bundleParts.filter(({ perNode }) => !perNode);
  const ownParts = bundleParts.filter(({ perNode }) => perNode);
  const remote = new RemoteFiles(new OtherNodes(app));
  const ids = wanted === 'all' ? await nodeIds(own) : [...new Set(wanted)];
  const found = await Promise.all(
    ids.map(async (id): Promise<{ node: NodeReport; files: BundleFile[] }> => {
      const node: NodeReport = { id };
      const within = { ...context, leaveOut: leaveOutOf(id, context) };
      try {
        const listed = id === own ? filesOf(ownParts, within) : remote.list(node, within);
        return { node, files: placed(id, await listed) };
      } catch (error) {
        context.signal.throwIfAborted();
        node.error = reasonOf(error);
        context.leaveOut(folderOf(id), node.error);
        return { node, files: [] };
      }
    }),
  );
  return {
    files: [...(await filesOf(shared, context)), ...found.flatMap(({ files }) => files)],
    nodes: found.map(({ node }) => node),
  };
}

const folderOf = (id: string) => `nodes/${id}`;

function placed(id: string, files: readonly BundleFile[]): BundleFile[] {
  return files.map((file) => ({ ...file, path: `${folderOf(id)}/${file.path}` }));
}

function leaveOutOf(id: string, { leaveOut }: BundleContext): BundleContext['leaveOut'] {
  return (what, reason) => leaveOut(`${folderOf(id)}/${what}`, reason);
}
