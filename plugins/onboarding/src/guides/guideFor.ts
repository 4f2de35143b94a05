import type { ClientGuide, ShellApi } from '@lading/contract';

/** Of the plug-ins, the first that knows the type's client. */
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
