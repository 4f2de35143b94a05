import { listRepositories } from '../../repositories/repositories.ts';
import { narrowView, type View } from '../sql/readable.ts';

/** Limits the view to the repositories of these projects. Without any, returns it unchanged. */
export async function withinProjects(view: View, projects: readonly string[]): Promise<View> {
  if (projects.length === 0) return view;
  const keys: string[] = [];
  for (const project of projects) keys.push(...(await listRepositories({ project })).map(({ key }) => key));
  return narrowView(view, keys);
}
