export interface Sample {
  id?: string;
  name?: string;
  ecosystem?: string;
  events?: Record<string, string>[];
  versions?: string[];
  severity?: string;
  aliases?: string[];
  modified?: string;
  withdrawn?: string;
  summary?: string;
}

/** Returns a document in OSV form; by default about versions of `leaky` below 1.2.0. */
export function osv({
  id = 'GHSA-aaaa-bbbb-cccc',
  name = 'leaky',
  ecosystem = 'npm',
  events = [{ introduced: '0' }, { fixed: '1.2.0' }],
  versions = [],
  severity = 'HIGH',
  aliases = [],
  modified = '2024-02-01T00:00:00Z',
  ...more
}: Sample = {}) {
  return {
    schema_version: '1.6.0',
    id,
    modified,
    published: '2024-01-01T00:00:00Z',
    summary: `${name} lets everyone in`,
    aliases,
    references: [{ type: 'ADVISORY', url: `https://example.org/${id}` }],
    affected: [
      {
        package: { ecosystem, name },
        ranges: events.length > 0 ? [{ type: 'ECOSYSTEM', events }] : [],
        versions,
      },
    ],
    database_specific: { severity },
    ...more,
  };
}
