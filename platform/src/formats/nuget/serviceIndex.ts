/** The resources of a repository, with the types that clients look for. */
export function serviceIndex(base: string): object {
  const resource = (path: string, types: readonly string[], comment: string) =>
    types.map((type) => ({ '@id': `${base}${path}`, '@type': type, comment }));
  const search = (name: string) =>
    ['', '/3.0.0-beta', '/3.0.0-rc', '/3.5.0'].map((version) => name + version);
  return {
    version: '3.0.0',
    resources: [
      ...resource('/package', ['PackagePublish/2.0.0'], 'Publishes, unlists, and relists packages'),
      ...resource('/symbolpackage', ['SymbolPackagePublish/4.9.0'], 'Publishes symbol packages'),
      ...resource('/flatcontainer/', ['PackageBaseAddress/3.0.0'], 'Package content and version lists'),
      ...resource(
        '/registration/',
        ['', '/3.0.0-beta', '/3.0.0-rc', '/3.4.0'].map((version) => `RegistrationsBaseUrl${version}`),
        'Package metadata without Semantic Versioning 2 packages',
      ),
      ...resource(
        '/registration-semver2/',
        ['RegistrationsBaseUrl/3.6.0', 'RegistrationsBaseUrl/Versioned'],
        'Package metadata',
      ),
      ...resource('/query', search('SearchQueryService'), 'Package search'),
      ...resource(
        '/autocomplete',
        search('SearchAutocompleteService'),
        'Autocompletion of package IDs and versions',
      ),
      ...resource(
        '/flatcontainer/{lower_id}/{lower_version}/readme',
        ['ReadmeUriTemplate/6.13.0'],
        'Package readme',
      ),
    ],
  };
}
