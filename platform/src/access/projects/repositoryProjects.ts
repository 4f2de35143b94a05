/** Returns the key of the project that a repository belongs to; undefined for none, or no such repository. */
type FindProject = (repo: string) => Promise<string | undefined>;

let find: FindProject | undefined;

/** To be called once, when the server is built: repositories are above this layer, and answer what it asks about them. */
export function useRepositoryProjects(answer: FindProject): void {
  find = answer;
}

export function projectOfRepository(repo: string): Promise<string | undefined> {
  if (!find) throw new Error('No repository lookup is configured. Call useRepositoryProjects first.');
  return find(repo);
}
