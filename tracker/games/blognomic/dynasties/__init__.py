"""Dynasties as files declare them and as code carries them out: ``played`` gives the one being played, each folder beside it is one."""
