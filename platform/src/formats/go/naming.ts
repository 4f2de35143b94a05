import type { Naming } from '../../repositories/naming.ts';

/** Hosts where modules of many owners have a single path element after the host. */
const sharedHosts = new Set(['gopkg.in']);

/** A module's directory belongs to one owner: `github.com/acme` for `github.com/acme/core/v2`. */
export const goNaming: Naming = {
  example: 'github.com/acme',
  separators: () => '/',
  namespaces(module) {
    const parts = module.split('/');
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  },
  reserves(module) {
    const parts = module.replace(/\/v\d+$/, '').split('/');
    if (parts.length === 1) return parts[0];
    if (parts.length === 2 && sharedHosts.has(parts[0] ?? '')) return parts.join('/');
    return parts.slice(0, -1).join('/');
  },
  // To find the module of a package, the client requests each parent path.
  asksParents: true,
};
