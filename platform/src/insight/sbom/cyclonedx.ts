import * as Enums from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
import * as Spec from '@cyclonedx/cyclonedx-library/Spec';
import { version as ownVersion } from '../../settings/version.ts';
import type { Bill, BillComponent } from './Bill.ts';
import { licensesOf } from './licenses.ts';

/** Formats the bill as a CycloneDX 1.6 document in JSON. */
export function cyclonedx(bill: Bill): string {
  const bom = new Models.Bom({ serialNumber: `urn:uuid:${bill.id}`, version: 1 });
  bom.metadata.timestamp = bill.created;
  bom.metadata.tools.components.add(
    new Models.Component(Enums.ComponentType.Application, 'Lading', { version: ownVersion }),
  );
  const all = [bill.subject, ...bill.components];
  const known = new Map(all.map((each) => [each.ref, componentOf(each)]));
  bom.metadata.component = known.get(bill.subject.ref);
  for (const each of bill.components) {
    const component = known.get(each.ref);
    if (component) bom.components.add(component);
  }
  for (const { ref, dependsOn = [] } of all)
    for (const other of dependsOn) {
      const needed = known.get(other)?.bomRef;
      if (needed) known.get(ref)?.dependencies.add(needed);
    }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const document = factory.makeForBom().normalize(bom, {});
  const unknown = new Set(all.filter(({ dependsOn }) => !dependsOn).map(({ ref }) => ref));
  return JSON.stringify({
    ...document,
    // The library does not support compositions, and lists components with unknown dependencies as
    // having none.
    dependencies: document.dependencies?.flatMap(({ ref, dependsOn = [] }) =>
      unknown.has(ref) ? [] : [{ ref, dependsOn }],
    ),
    compositions: compositionsOf(bill, all, unknown),
  });
}

/** Lists components with complete and with unknown dependencies. */
function compositionsOf(bill: Bill, all: readonly BillComponent[], unknown: ReadonlySet<string>) {
  const complete = all.flatMap(({ ref }) => (unknown.has(ref) ? [] : [ref]));
  return [
    ...(bill.cut ? [{ aggregate: 'incomplete', assemblies: [bill.subject.ref] }] : []),
    ...(complete.length > 0
      ? [{ aggregate: bill.cut ? 'incomplete' : 'complete', dependencies: complete }]
      : []),
    ...(unknown.size > 0 ? [{ aggregate: 'unknown', dependencies: [...unknown] }] : []),
  ];
}

const types = {
  library: Enums.ComponentType.Library,
  application: Enums.ComponentType.Application,
  container: Enums.ComponentType.Container,
  file: Enums.ComponentType.File,
};

function componentOf(given: BillComponent): Models.Component {
  const { ref, kind, name, version, purl, description, hashes, range, resolution } = given;
  const component = new Models.Component(types[kind], name, {
    bomRef: ref,
    ...(version === undefined ? {} : { version }),
    ...(purl === undefined ? {} : { purl }),
    ...(description === undefined ? {} : { description }),
  });
  const { sha256, sha1, md5 } = hashes;
  if (sha256) component.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256);
  if (sha1) component.hashes.set(Enums.HashAlgorithm['SHA-1'], sha1);
  if (md5) component.hashes.set(Enums.HashAlgorithm.MD5, md5);
  addLicenses(component, given.licenses ?? []);
  if (range !== undefined) component.properties.add(new Models.Property('lading:declaredRange', range));
  component.properties.add(new Models.Property('lading:resolution', resolution));
  return component;
}

/** The format allows either several licenses or one expression. */
function addLicenses(component: Models.Component, given: readonly string[]): void {
  const { expression, ids, names } = licensesOf(given);
  if (names.length === 0 && ids.length !== given.length && expression !== undefined) {
    component.licenses.add(new Models.LicenseExpression(expression));
    return;
  }
  for (const text of given)
    component.licenses.add(
      ids.includes(text) ? new Models.SpdxLicense(text as never) : new Models.NamedLicense(text),
    );
}
