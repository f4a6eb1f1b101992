"""A sweep's report: facts out of the store, sections made of them, and the same sections as one HTML page or as Markdown with charts beside it.

`facts` reads; `sections/` is pure, a file a question; `page` and `markdown` render what `document` describes; `export` writes tables for other programs.
"""
