-- Values of the settings of plugins: those of the instance, without a user, and those of each user.
-- They belong to the package, not to the name of the plugin, which another package can have.
CREATE TABLE plugin_settings (
  specifier text COLLATE "C" NOT NULL,
  user_name text REFERENCES users ON DELETE CASCADE,
  setting_values jsonb NOT NULL,
  changed timestamptz(3) NOT NULL DEFAULT now(),
  changed_by text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (specifier, user_name)
);
CREATE INDEX plugin_settings_user ON plugin_settings (user_name);
