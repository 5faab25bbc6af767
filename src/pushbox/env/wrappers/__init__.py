"""The tasks of `pushbox.env.text` in the forms of other packages, one module each, which alone imports its package.

`reasoning_gym` needs none: its datasets are a protocol.  The others need their package: `pip install verifiers`,
`openenv` or `inspect-ai`.
"""
