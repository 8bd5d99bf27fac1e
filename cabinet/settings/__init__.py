"""Configuration files, strictly read: `load_profile` or every reason why not."""

from cabinet.settings.load import check_files, config_folder, load_profile
from cabinet.settings.problems import ConfigRefused, Problem
from cabinet.settings.profile import DeviceSetup, JournalSetup, Profile, ScreenSetup

__all__ = [
    "ConfigRefused",
    "DeviceSetup",
    "JournalSetup",
    "Problem",
    "Profile",
    "ScreenSetup",
    "check_files",
    "config_folder",
    "load_profile",
]
