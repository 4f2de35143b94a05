-- Browsers that turned the version off after two crashes in a row, less those that turned it on
-- again. Negative if more turned it on in that hour. Rows can have no loads.
ALTER TABLE plugin_loads ADD COLUMN turned_off bigint NOT NULL DEFAULT 0;
