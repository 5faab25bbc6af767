"""The REST API, prefix ``/api``: one module a subject, each with its `router`."""
