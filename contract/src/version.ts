/** Version of this contract. A plugin declares its supported range (`contract: '1.x'`). */
export const CONTRACT_VERSION = '1.0.0';

/**
 * Whether a plugin's range (`'1.x'`, `'1.2.x'`, `'^1.2'`, `'1'`) contains `version`. False for
 * other notations.
 */
export function contractHolds(range: string, version: string = CONTRACT_VERSION): boolean {
  const wanted = /^\^?(\d+)(?:\.(\d+|x))?(?:\.(\d+|x))?$/.exec(range);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (!wanted || Number(wanted[1]) !== major) return false;
  return wanted[2] === undefined || wanted[2] === 'x' || Number(wanted[2]) <= minor;
}
