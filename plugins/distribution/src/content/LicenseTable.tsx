import type { BundleFindings } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Lists the licenses with the number of package versions; unknown ones are listed as unknown. */
export function LicenseTable({ findings }: { findings: BundleFindings }) {
  const text = useText();
  const formats = useFormats();
  const { licenses, filesWithoutPackage } = findings;
  return (
    <div className="bundles-findings">
      {licenses.length === 0 && <p>{text(messages.noLicenses)}</p>}
      {filesWithoutPackage > 0 && (
        <p className="ld-soft">{text(messages.filesWithoutPackage, { count: filesWithoutPackage })}</p>
      )}
      {licenses.length > 0 && (
        <table className="bundles-table bundles-table--narrow">
          <thead>
            <tr>
              <th scope="col">{text(messages.license)}</th>
              <th scope="col" className="bundles-number">
                {text(messages.packageVersions)}
              </th>
            </tr>
          </thead>
          <tbody>
            {licenses.map(({ license, packages }) => (
              <tr key={license ?? ''}>
                <th scope="row" className={license === null ? 'ld-soft' : ''}>
                  {license ?? text(messages.unknownLicense)}
                </th>
                <td className="bundles-number">{formats.count(packages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
