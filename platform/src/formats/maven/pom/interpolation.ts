import { coordinatesOf, type Pom } from './readPom.ts';

/** So often one text is replaced into, whatever its properties say of each other. */
const mostReplacements = 200;
const longest = 4000;

/** `chain`: the POM, its parent, and so on. Replaces `${…}` by what they say; what nobody says stays as it is. */
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
    let left = mostReplacements;
    let text = given;
    for (;;) {
      const next = text.replace(/\$\{([^${}]{1,200})\}/g, (whole, key: string) => {
        const value = known.get(key.trim());
        if (value === undefined || left === 0) return whole;
        left -= 1;
        return value.slice(0, longest);
      });
      if (next === text || left === 0) return next.slice(0, longest);
      text = next.slice(0, longest);
    }
  };
}
