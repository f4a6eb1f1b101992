"""The web page's data, and who serves it: the same answers as screen and report, as JSON.
docs/contract/page.yaml describes them.
"""
