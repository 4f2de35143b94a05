export {
  type PackageDigest,
  packageStatement,
  SIGNATURE_FILE,
  SIGNATURE_PAYLOAD_TYPE,
} from './packageStatement.ts';
