export function PackageListPage() {
  return <h1 tabIndex={-1}>Packages</h1>;
}
