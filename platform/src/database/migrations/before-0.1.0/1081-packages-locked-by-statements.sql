-- packages/packageRows.ts sends the statements.
DROP FUNCTION IF EXISTS ensure_package(text, text, text);
