import type { Naming } from '../../repositories/naming.ts';

/**
 * Groups whose subgroups have different owners: top-level domains, and code hosts that verify
 * subgroups.
 */
const shared =
  /^(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|dev|app|cloud|tech|(?:com|io|org|net)\.(?:github|gitlab|bitbucket|gitee|sourceforge))$/;

/** A group and its subgroups belong to one owner. */
export const mavenNaming: Naming = {
  example: 'com.acme',
  separators: () => '.:',
  namespaces(name) {
    const parts = groupOf(name).split('.');
    return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
  },
  reserves(name) {
    const group = groupOf(name);
    return shared.test(group) ? undefined : group;
  },
};

function groupOf(name: string): string {
  return name.split(':', 1)[0] ?? name;
}
