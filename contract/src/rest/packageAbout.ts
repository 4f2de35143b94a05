import { type Static, Type } from '@sinclair/typebox';

const people = (description: string) => Type.Array(Type.String(), { description });
const url = (description: string) => Type.Optional(Type.String({ description }));

/**
 * GET `/ui/api/v1/ui/v1/native/about?packageId=`: description of a package, from the metadata of
 * its latest version. Untrusted text; URLs are `http:` or `https:`, without credentials. 404 if the
 * caller can read none of its versions.
 */
export type PackageAbout = Static<typeof PackageAbout>;
export const PackageAbout = Type.Object(
  {
    version: Type.String({ description: 'The version that the rest is from.' }),
    repoKey: Type.String({ description: 'The repository that contains it.' }),
    leadFilePath: Type.String(),
    readme: Type.String({ description: 'Markdown, hostile; empty when it has none.' }),
    publishedBy: Type.Optional(
      Type.String({ description: 'The user who published it; absent for versions from an upstream.' }),
    ),
    authors: people('The authors, or the organization, by name; up to 20.'),
    maintainers: people('The maintainers, by name; up to 20.'),
    homepage: url('Home page.'),
    source: url('Page of the source code.'),
    issues: url('Page of the issues.'),
  },
  { title: 'PackageAbout' },
);
