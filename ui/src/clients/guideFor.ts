import type { ClientGuide, ShellApi } from '@lading/contract';

/** The first guide for the type, in the order of the import map. */
export function guideFor(
  shell: Pick<ShellApi, 'contributions' | 'allows'>,
  type: string,
): ClientGuide | undefined {
  return shell
    .contributions('clientGuides')
    .map(({ value }) => value)
    .find(
      ({ packageTypes, requires }) => packageTypes.includes(type.toLowerCase()) && shell.allows(requires),
    );
}
