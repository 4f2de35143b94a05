/** What there is to ask a repository for, by the names that clients look for. */
export function serviceIndex(base: string): object {
  const resource = (path: string, types: readonly string[], comment: string) =>
    types.map((type) => ({ '@id': `${base}${path}`, '@type': type, comment }));
  const search = (name: string) =>
    ['', '/3.0.0-beta', '/3.0.0-rc', '/3.5.0'].map((version) => name + version);
  return {
    version: '3.0.0',
    resources: [
      ...resource(
        '/package',
        ['PackagePublish/2.0.0'],
        'Packages are published, unlisted and listed again here',
      ),
      ...resource('/symbolpackage', ['SymbolPackagePublish/4.9.0'], 'Symbols of packages are published here'),
      ...resource(
        '/flatcontainer/',
        ['PackageBaseAddress/3.0.0'],
        'Packages themselves, and lists of their versions',
      ),
      ...resource(
        '/registration/',
        ['', '/3.0.0-beta', '/3.0.0-rc', '/3.4.0'].map((version) => `RegistrationsBaseUrl${version}`),
        'What is known of packages, without those that take Semantic Versioning 2',
      ),
      ...resource(
        '/registration-semver2/',
        ['RegistrationsBaseUrl/3.6.0', 'RegistrationsBaseUrl/Versioned'],
        'What is known of packages',
      ),
      ...resource('/query', search('SearchQueryService'), 'Packages by words'),
      ...resource('/autocomplete', search('SearchAutocompleteService'), 'Names and versions as one types'),
      ...resource(
        '/flatcontainer/{lower_id}/{lower_version}/readme',
        ['ReadmeUriTemplate/6.13.0'],
        'The readme of a package',
      ),
    ],
  };
}
