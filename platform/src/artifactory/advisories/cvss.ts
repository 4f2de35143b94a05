const weights: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const privileges = { unchanged: { N: 0.85, L: 0.62, H: 0.27 }, changed: { N: 0.85, L: 0.68, H: 0.5 } };

/** The base score of a CVSS 3 vector, `CVSS:3.1/AV:N/…`, by the formula of its specification; undefined for another text. */
export function baseScore(vector: string): number | undefined {
  if (!/^CVSS:3\.[01]\//.test(vector)) return undefined;
  const metrics = new Map(
    vector
      .split('/')
      .slice(1)
      .map((part) => part.split(':', 2) as [string, string]),
  );
  const weight = (metric: string) => weights[metric]?.[metrics.get(metric) ?? ''];
  const changed = metrics.get('S') === 'C';
  const needed = (changed ? privileges.changed : privileges.unchanged)[metrics.get('PR') as 'N' | 'L' | 'H'];
  const [av, ac, ui, c, i, a] = ['AV', 'AC', 'UI', 'C', 'I', 'A'].map(weight);
  if ([needed, av, ac, ui, c, i, a].includes(undefined) || !['C', 'U'].includes(metrics.get('S') ?? ''))
    return undefined;
  const product = (...factors: (number | undefined)[]) =>
    factors.reduce<number>((all, factor) => all * (factor ?? 0), 1);
  const lost = 1 - (1 - (c ?? 0)) * (1 - (i ?? 0)) * (1 - (a ?? 0));
  const impact = changed ? 7.52 * (lost - 0.029) - 3.25 * (lost - 0.02) ** 15 : 6.42 * lost;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * product(av, ac, needed, ui);
  return roundUp(Math.min((changed ? 1.08 : 1) * (impact + exploitability), 10));
}

/** To one digit after the point, as the specification says to do it without faults of binary fractions. */
function roundUp(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}
