"""Classes: a teacher opens one, pupils join by its code without accounts, and a socket tells who has reached what."""
