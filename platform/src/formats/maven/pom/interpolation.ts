import { coordinatesOf, type Pom } from './readPom.ts';

/** Maximum replacements in one text, to stop recursive properties. */
const maxReplacements = 200;
const maxLength = 4000;

/**
 * Returns a function that replaces `${…}` with properties of the chain: the POM, its parent, and so
 * on. Unknown properties stay unchanged.
 */
export function interpolation(chain: readonly [Pom, ...Pom[]]): (text: string) => string {
  const [pom] = chain;
  const { group, artifact, version } = coordinatesOf(pom);
  const known = new Map<string, string>();
  for (const each of [...chain].reverse())
    for (const [key, value] of Object.entries(each.properties)) known.set(key, value);
  for (const prefix of ['project.', 'pom.', '']) {
    known
      .set(`${prefix}groupId`, group)
      .set(`${prefix}artifactId`, artifact)
      .set(`${prefix}version`, version);
    if (pom.parent) {
      known
        .set(`${prefix}parent.version`, pom.parent.version)
        .set(`${prefix}parent.groupId`, pom.parent.group);
    }
  }
  return (given) => {
    let left = maxReplacements;
    let text = given;
    for (;;) {
      const next = text.replace(/\$\{([^${}]{1,200})\}/g, (whole, key: string) => {
        const value = known.get(key.trim());
        if (value === undefined || left === 0) return whole;
        left -= 1;
        return value.slice(0, maxLength);
      });
      if (next === text || left === 0) return next.slice(0, maxLength);
      text = next.slice(0, maxLength);
    }
  };
}
