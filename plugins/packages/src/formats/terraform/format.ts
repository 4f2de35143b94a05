import type { PackageFormat } from '../PackageFormat.ts';

export const terraform: PackageFormat = {
  type: 'terraform',
  label: 'Terraform',
  aliases: ['terraform module', 'terraform provider', 'terraformmodule', 'terraformprovider'],
  mark: () => import('simple-icons/icons/terraform.svg?raw'),
};
