/** The parts, and how many rounds each has unless the command says otherwise. */
export const defaultRounds = { kills: 100, images: 20, bundles: 100, nodes: 50 };

export type Part = keyof typeof defaultRounds;

/**
 * The rounds of each selected part: without arguments, of all of them. Throws for an unknown part
 * or number, so that a misspelled command does not look like a run without losses.
 */
export function roundsOf(args: readonly string[]): Map<Part, number> {
  const wanted = args.length > 0 ? args : Object.keys(defaultRounds);
  return new Map(
    wanted.map((argument): [Part, number] => {
      const [name = '', count, ...more] = argument.split('=');
      if (!isPart(name) || more.length > 0) throw new Error(`Invalid part "${argument}". ${usage}`);
      if (count === undefined) return [name, defaultRounds[name]];
      if (!/^[1-9]\d{0,5}$/.test(count)) throw new Error(`${argument} needs a number of rounds. ${usage}`);
      return [name, Number(count)];
    }),
  );
}

const usage = `Parts: ${Object.keys(defaultRounds).join(', ')}. Example: npm run durability -- nodes=12 images`;

function isPart(name: string): name is Part {
  return Object.hasOwn(defaultRounds, name);
}
