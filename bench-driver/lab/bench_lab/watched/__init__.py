"""Whether watching a sweep disturbs it: the page's Live view, open and closed in turns while one runs."""
