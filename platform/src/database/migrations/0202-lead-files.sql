-- Which file makes a version is said once, by the version's lead_path.
ALTER TABLE version_files DROP COLUMN lead;
