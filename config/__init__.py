"""Settings: one file, its overrides, and errors that say how to put them right.

`config.loading.load_settings` is the way in and `config.errors.SettingsError` the only error. This module
imports nothing, so that commands which need no settings do not pay for pydantic.
"""
