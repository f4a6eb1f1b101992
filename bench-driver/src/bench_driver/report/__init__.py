"""What is written of a sweep: its folder with the summary, and its report of sections, made of
facts, as one HTML page or as Markdown with charts beside it.

`sections/` is pure, a file a question; `page` and `markdown` render what `document` describes;
`export` writes tables for other programs.
"""
